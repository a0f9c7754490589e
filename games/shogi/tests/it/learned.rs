//! What was learned: it follows games move by move, sees both sides alike, and is worth having.

use yomi_core::{Game, Player, Prior, Rng, Scratch, Seed};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Board, Kind, Move, Position, Shogi, Square};

/// Calls `each` with the positions of random games, and the move that led to each.
fn random_positions(games: u64, mut each: impl FnMut(&Board, Option<Move>)) {
    for game in 0..games {
        let mut rng: Rng = Seed::new(game).child("learned").rng();
        let mut board = Board::start();
        let mut last = None;
        for _ in 0..200 {
            each(&board, last);
            let Some(action) = board.random_legal(&mut rng) else {
                break;
            };
            board.make(action);
            last = Some(action);
        }
    }
}

/// The board rebuilt with every square, owner and side changed.
fn changed(board: &Board, place: impl Fn(Square) -> Square, swaps_sides: bool) -> Board {
    let whose = |player: Player| if swaps_sides { player.other() } else { player };
    let mut rows = Vec::new();
    for rank in 1..=9 {
        let mut row = String::new();
        for file in (1..=9).rev() {
            let square = Square::new(file, rank).unwrap();
            // Turning round and mirroring are their own inverses.
            match board.piece(place(square)) {
                Some(mut piece) => {
                    piece.owner = whose(piece.owner);
                    row.push_str(&piece.to_string());
                }
                None => row.push('1'),
            }
        }
        rows.push(row);
    }
    let mut hands = String::new();
    for owner in Player::BOTH {
        for kind in Kind::HAND {
            for _ in 0..board.hand(whose(owner)).count(kind) {
                hands.push(match owner {
                    Player::First => kind.letter(),
                    Player::Second => kind.letter().to_ascii_lowercase(),
                });
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let side = if whose(board.side()) == Player::First {
        'b'
    } else {
        'w'
    };
    Board::from_sfen(&format!("{} {side} {hands} 1", rows.join("/"))).unwrap()
}

fn turned_move(action: Move) -> Move {
    match (action.from(), action.dropped()) {
        (Some(from), _) => Move::normal(from.turned(), action.to().turned(), action.promotes()),
        (None, Some(kind)) => Move::drop(kind, action.to().turned()),
        (None, None) => action,
    }
}

#[test]
fn sums_follow_games_and_a_copy_takes_moves_back() {
    let evaluation = Evaluation::shipped();
    for game in 0..60 {
        let mut rng = Seed::new(game).rng();
        let mut board = Board::start();
        let mut sums = evaluation.fresh(&board);
        let mut line = Vec::new();
        for ply in 0..250 {
            let Some(action) = board.random_legal(&mut rng) else {
                break;
            };
            let before = sums;
            let undo = board.make(action);
            evaluation.update(&mut sums, &board, &undo);
            assert_eq!(
                sums,
                evaluation.fresh(&board),
                "game {game}, ply {ply}, {action}"
            );
            line.push((undo, before));
        }
        for (undo, before) in line.into_iter().rev() {
            board.unmake(undo);
            assert_eq!(before, evaluation.fresh(&board), "game {game}");
        }
    }
}

#[test]
fn a_passed_turn_changes_no_sum() {
    let mut board = Board::start();
    let evaluation = Evaluation::shipped();
    let mut sums = evaluation.fresh(&board);
    let undo = board.make_null();
    evaluation.update(&mut sums, &board, &undo);
    assert_eq!(sums, evaluation.fresh(&board));
}

#[test]
fn both_sides_are_seen_alike() {
    let (evaluation, progress) = (Evaluation::shipped(), Progress::shipped());
    let transitions = Transitions::shipped();
    let (mut moves, mut shares, mut turned_shares) = (Vec::new(), Vec::new(), Vec::new());
    random_positions(20, |board, last| {
        let turned = changed(board, Square::turned, true);
        assert_eq!(
            evaluation.of(board),
            evaluation.of(&turned),
            "{}",
            board.to_sfen()
        );
        assert_eq!(
            progress.of(board),
            progress.of(&turned),
            "{}",
            board.to_sfen()
        );
        board.legal(&mut moves);
        transitions.score(board, last, &moves, &mut shares);
        let turned_moves: Vec<Move> = moves.iter().copied().map(turned_move).collect();
        let last = last.map(turned_move);
        transitions.score(&turned, last, &turned_moves, &mut turned_shares);
        assert_eq!(shares, turned_shares, "{}", board.to_sfen());
    });
}

#[test]
fn both_wings_are_seen_alike() {
    let (evaluation, progress) = (Evaluation::shipped(), Progress::shipped());
    let mut compared = 0;
    random_positions(20, |board, _| {
        // On the middle file nothing tells left from right.
        let kings = Player::BOTH.map(|player| board.king(player).unwrap().file());
        if kings.iter().all(|&file| file != 5) {
            let mirrored = changed(board, Square::mirrored, false);
            assert_eq!(
                evaluation.of(board),
                evaluation.of(&mirrored),
                "{}",
                board.to_sfen()
            );
            assert_eq!(
                progress.of(board),
                progress.of(&mirrored),
                "{}",
                board.to_sfen()
            );
            compared += 1;
        }
    });
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_shipped_evaluation_knows_what_pieces_are_worth() {
    let of = |sfen: &str| Evaluation::shipped().of(&Board::from_sfen(sfen).unwrap());
    let even = of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    assert!(even.abs() < 100, "{even}");
    // What black has captured, dearer and dearer.
    let gains = [
        "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1",
        "lnsgkg1nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b S 1",
        "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b B 1",
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R 1",
    ]
    .map(of);
    assert!(gains[0] > even, "{even} {gains:?}");
    assert!(gains.is_sorted(), "{gains:?}");
    assert!(gains[4] > 8 * gains[0].max(50), "{gains:?}");
}

#[test]
fn what_is_played_next_is_no_mystery() {
    // White has just taken the bishop on 8h: nothing else matters.
    let game = Shogi::default();
    let mut position = game.initial();
    let mut rng = Seed::new(0).rng();
    for text in ["7g7f", "3c3d", "2g2f", "2b8h+"] {
        game.step(&mut position, text.parse().unwrap(), &mut rng);
    }
    let mut moves = Vec::new();
    position.board().legal(&mut moves);
    let mut weights = vec![0.0; moves.len()];
    let scratch = &mut Scratch::default();
    Transitions::shipped().weigh(&game, &position, &moves, &mut weights, scratch);
    let best = (0..moves.len())
        .max_by(|&a, &b| weights[a].total_cmp(&weights[b]))
        .unwrap();
    assert_eq!(moves[best].to_string(), "7i8h");
    assert!(weights[best] > 0.8, "{}", weights[best]);
    assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
}

#[test]
fn games_go_forward() {
    let (mut early, mut late) = (Vec::new(), Vec::new());
    random_positions(10, |board, _| {
        let found = Progress::shipped().of(board);
        assert!(found < 128);
        if board.number() < 10 {
            early.push(f64::from(found));
        } else if board.number() > 120 {
            late.push(f64::from(found));
        }
    });
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    assert!(
        mean(&early) < 16.0 && mean(&late) > 64.0,
        "{} {}",
        mean(&early),
        mean(&late)
    );
}

#[test]
fn problems_without_a_king_are_no_problem() {
    for sfen in [
        "8k/9/8P/9/9/9/9/9/9 b G 1",
        "9/9/9/9/9/9/9/9/K8 w 2r2b4g4s4n4l18p 1",
    ] {
        let board = Board::from_sfen(sfen).unwrap();
        let evaluation = Evaluation::shipped();
        assert!(evaluation.of(&board).abs() <= 20_000);
        assert!(Progress::shipped().of(&board) < 128);
        let mut moves = Vec::new();
        board.legal(&mut moves);
        moves.push(Move::DECLARE);
        let mut scores = Vec::new();
        Transitions::shipped().probabilities(&board, Some(Move::DECLARE), &moves, &mut scores);
        assert!(
            scores.iter().all(|score| (0.0..=1.0).contains(score)),
            "{scores:?}"
        );
        let mut sums = evaluation.fresh(&board);
        let mut after = board.clone();
        if let Some(&action) = moves.first().filter(|&&action| action != Move::DECLARE) {
            let undo = after.make(action);
            evaluation.update(&mut sums, &after, &undo);
            assert_eq!(sums, evaluation.fresh(&after), "{sfen} {action}");
        }
    }
}

#[test]
fn files_come_back_and_broken_ones_are_refused() {
    let evaluation = Evaluation::shipped().write("a test");
    let (moves, progress) = (
        Transitions::shipped().write("a test"),
        Progress::shipped().write("a test"),
    );
    assert_eq!(
        Evaluation::read(&evaluation).unwrap(),
        *Evaluation::shipped()
    );
    assert_eq!(&Transitions::read(&moves).unwrap(), Transitions::shipped());
    assert_eq!(&Progress::read(&progress).unwrap(), Progress::shipped());
    for (bytes, other) in [
        (&evaluation, &moves),
        (&moves, &progress),
        (&progress, &evaluation),
    ] {
        let mut broken = bytes.clone();
        let middle = broken.len() / 2;
        broken[middle] ^= 4;
        for wrong in [&bytes[..100], &broken, other, b""] {
            let results = [
                Evaluation::read(wrong)
                    .err()
                    .filter(|_| bytes == &evaluation),
                Transitions::read(wrong).err().filter(|_| bytes == &moves),
                Progress::read(wrong).err().filter(|_| bytes == &progress),
            ];
            assert_eq!(results.iter().flatten().count(), 1, "{results:?}");
        }
    }
}

#[test]
fn a_position_is_worth_the_same_however_it_came_about() {
    let position = Position::new(Board::start());
    let evaluation = Evaluation::shipped();
    let mut board = position.board().clone();
    let mut sums = evaluation.fresh(&board);
    for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "B*5d"] {
        let undo = board.make(text.parse().unwrap());
        evaluation.update(&mut sums, &board, &undo);
    }
    let again = Board::from_sfen(&board.to_sfen()).unwrap();
    assert_eq!(evaluation.score(&sums, &board), evaluation.of(&again));
}
