use yomi_core::*;
use yomi_search::{playout::Playout, uct::*};
use yomi_toy::ConnectFour;
fn main() {
    let game = ConnectFour::default();
    let threads: u32 = std::env::args().nth(1).map_or(1, |x| x.parse().unwrap());
    let sims: u64 = std::env::args()
        .nth(2)
        .map_or(200_000, |x| x.parse().unwrap());
    let c: f64 = std::env::args().nth(3).map_or(1.0, |x| x.parse().unwrap());
    let mut uct = Uct::new(
        UctParams {
            solver: false,
            threads,
            exploration: c,
            memory: 2048,
            ..Default::default()
        },
        Box::new(Playout::uniform()),
    );
    for i in 0..5 {
        let r = uct.search(
            &game,
            &game.initial(),
            &Request::new(Limits::simulations(sims), Seed::new(i)),
        );
        println!(
            "{:.0} sims/s depth {} nodes {} best {:?} {:.3} bytes/child {}",
            r.simulations as f64 / r.elapsed.as_secs_f64(),
            r.depth,
            r.nodes,
            r.best,
            r.value.0,
            uct.bytes_per_child()
        );
    }
    let mut scratch = Scratch::default();
    let mut rng = Seed::new(3).rng();
    let p = Playout::uniform();
    let t = std::time::Instant::now();
    let mut x = 0.0;
    for _ in 0..1_000_000 {
        x += p.evaluate(&game, &game.initial(), &mut scratch, &mut rng).0;
    }
    println!("playouts/s {:.0} {x}", 1e6 / t.elapsed().as_secs_f64());
}
