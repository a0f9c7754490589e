//! Pictures as a user sees them.

use proptest::prelude::*;
use tiny_skia::Pixmap;
use yomi_core::Player;
use yomi_curling::{STONE_RADIUS, STONES, Stones, Vector, World};
use yomi_draw::{Cloud, Frame, Outline, Picture, Point, Scene, Track, View};

const WORLDS: [World; 2] = [World::Dc2, World::Fcv1];
const VIEWS: [View; 2] = [View::House, View::Sheet];

/// A point given from the tee: to the right, and towards the back line.
fn from_tee(world: World, x: f64, behind: f64) -> Vector {
    let sheet = world.sheet();
    Vector::new(sheet.tee.x + x, sheet.tee.y + sheet.forward * behind)
}

fn stones_from_tee(world: World, places: &[(usize, f64, f64)]) -> Stones {
    let mut stones = Stones::default();
    for &(number, x, behind) in places {
        stones.set(number, from_tee(world, x, behind));
    }
    stones
}

/// One of everything.
fn everything(world: World) -> Scene {
    let at = |x, behind| from_tee(world, x, behind);
    let mut scene = Scene::new(world, Player::Second);
    scene.stones = stones_from_tee(world, &[(0, 0.25, -0.5), (3, -1.0, 0.75), (10, 0.0, -4.0)]);
    scene.before = stones_from_tee(world, &[(0, 0.25, -1.5), (3, -1.0, 0.75), (5, 0.5, 0.0)]);
    scene.tracks = vec![
        Track {
            number: 10,
            points: vec![at(0.5, -30.0), at(0.25, -8.0), at(0.0, -4.0)],
            leaves: false,
        },
        Track {
            number: 5,
            points: vec![at(0.5, 0.0), at(2.0, 1.0)],
            leaves: true,
        },
    ];
    scene.cloud = Some(Cloud {
        throws: 5,
        points: vec![
            at(-0.5, -4.5),
            at(0.5, -4.25),
            at(0.25, -3.5),
            at(0.75, -4.5),
        ],
        ellipse: true,
    });
    scene.marks = vec![at(0.0, 0.0)];
    scene.title = Some("End 1 & stone 11: 2–0".to_owned());
    scene
}

#[test]
fn the_picture_looks_as_it_always_did() {
    let svg = everything(World::Fcv1).picture(View::House).svg(480);
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden/house.svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &svg).unwrap();
    }
    assert_eq!(svg, std::fs::read_to_string(golden).unwrap());
}

#[test]
fn a_title_in_any_script_is_kept() {
    let mut scene = Scene::new(World::Dc2, Player::First);
    scene.title = Some("電聖戦 <1>".to_owned());
    let picture = scene.picture(View::House);
    assert!(picture.svg(480).contains(">電聖戦 &lt;1&gt;</text>"));
    assert!(picture.png(480).is_ok());
}

#[test]
fn a_long_title_stays_in_the_picture() {
    for length in [1, 40, 400] {
        let mut scene = Scene::new(World::Dc2, Player::First);
        scene.title = Some("m".repeat(length));
        let picture = scene.picture(View::House);
        let shape = picture.layer("title").next().unwrap();
        let Outline::Text(text) = &shape.outline else {
            panic!("a title is a text");
        };
        assert!(text.at.x + text.width() < picture.width);
        assert!(text.height > 0.0 && text.height <= 11.0);
    }
}

#[test]
fn what_is_not_to_be_seen_is_not_drawn() {
    let mut scene = everything(World::Fcv1);
    let count = |scene: &Scene, view, layer| scene.picture(view).layer(layer).count();
    // Two of the stones before have moved; one lies where it lay.
    assert_eq!(count(&scene, View::House, "before"), 2);
    // The points in view, the ellipse and the two strokes of the cross on its centre.
    assert_eq!(count(&scene, View::House, "cloud"), 4 + 3);
    if let Some(cloud) = &mut scene.cloud {
        cloud.points[0] = from_tee(World::Fcv1, 0.0, -30.0);
        cloud.ellipse = false;
    }
    assert_eq!(count(&scene, View::House, "cloud"), 3);
    assert_eq!(count(&scene, View::Sheet, "cloud"), 4);
    // There is no room for numbers on the whole sheet.
    assert_eq!(count(&scene, View::House, "numbers"), 3);
    assert_eq!(count(&scene, View::Sheet, "numbers"), 0);
    scene.cloud = None;
    scene.title = None;
    let svg = scene.picture(View::House).svg(480);
    assert!(!svg.contains("class=\"cloud\"") && !svg.contains("class=\"title\""));
}

#[test]
fn a_png_has_the_size_asked_for_and_shows_the_stones() {
    for view in VIEWS {
        let mut scene = everything(World::Dc2);
        let bytes = scene.picture(view).png(900).unwrap();
        assert_eq!(bytes, scene.picture(view).png(900).unwrap());
        let before = Pixmap::decode_png(&bytes).unwrap();
        let picture = scene.picture(view);
        let height = (900.0 * picture.height / picture.width).round() as u32;
        assert_eq!((before.width(), before.height()), (900, height));
        // The corners are round: outside of them there is nothing.
        assert_eq!(before.pixel(0, 0).unwrap().alpha(), 0);
        scene.stones.set(3, from_tee(World::Dc2, -1.0, 0.8));
        let after = Pixmap::decode_png(&scene.picture(view).png(900).unwrap()).unwrap();
        assert_ne!(before, after);
    }
}

#[test]
fn both_sides_have_their_colours() {
    // Between the number and the rim of a stone.
    let handle = |first: Player| {
        let mut scene = Scene::new(World::Fcv1, first);
        let at = from_tee(World::Fcv1, 0.3, 0.4);
        scene.stones.set(2, at);
        let pixels = Pixmap::decode_png(&scene.picture(View::House).png(960).unwrap()).unwrap();
        let frame = Frame::new(World::Fcv1, View::House, false);
        let centre = frame.point(at + Vector::new(0.0, 0.6 * STONE_RADIUS));
        let pixel = pixels.pixel(2 * centre.x as u32, 2 * centre.y as u32);
        let pixel = pixel.unwrap().demultiply();
        (pixel.red(), pixel.green(), pixel.blue())
    };
    let (red, green, blue) = handle(Player::First);
    assert!(red > 2 * green && red > 2 * blue, "red");
    let (red, green, blue) = handle(Player::Second);
    assert!(red > 2 * blue && green > 2 * blue, "yellow");
}

#[test]
fn sizes_out_of_range_are_errors() {
    let picture = Scene::new(World::Fcv1, Player::First).picture(View::House);
    let error = |width| picture.png(width).unwrap_err().to_string();
    assert_eq!(
        error(0),
        "a PNG of 0 x 0 pixels: expected 1 to 16384 each way"
    );
    assert!(error(20_000).starts_with("a PNG of 20000 x "));
    assert!(error(u32::MAX).contains("expected 1 to 16384"));
}

/// The discs of the stones: centre and radius with the rim.
fn discs(picture: &Picture) -> Vec<(Point, f64)> {
    picture
        .layer("stones")
        .map(|shape| match shape.outline {
            Outline::Circle { centre, radius } => {
                let rim = shape.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                (centre, radius + rim)
            }
            _ => panic!("a stone is round"),
        })
        .collect()
}

/// Some stones anywhere on the ice and around it, from the tee.
fn places() -> impl Strategy<Value = Vec<(usize, f64, f64)>> {
    let place = (-3.0..3.0f64, -40.0..4.0f64, any::<bool>());
    proptest::collection::vec(place, 0..=STONES).prop_map(|places| {
        let near = |behind: f64, near: bool| if near { behind / 5.0 } else { behind };
        places
            .into_iter()
            .enumerate()
            .map(|(number, (x, behind, close))| (number, x, near(behind, close)))
            .collect()
    })
}

proptest! {
    #[test]
    fn every_stone_in_view_is_drawn_once(places in places()) {
        for world in WORLDS {
            for view in VIEWS {
                let mut scene = Scene::new(world, Player::First);
                scene.stones = stones_from_tee(world, &places);
                let frame = Frame::new(world, view, false);
                let expected: Vec<Point> = scene
                    .stones
                    .iter()
                    .map(|(_, at)| frame.point(at))
                    .filter(|&point| frame.shows(point))
                    .collect();
                let picture = scene.picture(view);
                let discs = discs(&picture);
                let drawn: Vec<Point> = discs.iter().map(|&(centre, _)| centre).collect();
                prop_assert_eq!(drawn, expected);
                let metre = frame.point(from_tee(world, 0.0, 0.0))
                    .distance(frame.point(from_tee(world, 1.0, 0.0)));
                for (_, radius) in discs {
                    prop_assert!((radius - STONE_RADIUS * metre).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn a_mirrored_position_gives_a_mirrored_picture(places in places()) {
        for world in WORLDS {
            for view in VIEWS {
                let mut scene = Scene::new(world, Player::First);
                scene.stones = stones_from_tee(world, &places);
                let mut mirrored = scene.clone();
                for (number, at) in scene.stones.iter() {
                    mirrored.stones.set(number, world.sheet().mirror(at));
                }
                let frame = Frame::new(world, view, false);
                let tee = frame.point(world.sheet().tee);
                let (here, there) = (discs(&scene.picture(view)), discs(&mirrored.picture(view)));
                prop_assert_eq!(here.len(), there.len());
                for (&(a, _), &(b, _)) in here.iter().zip(&there) {
                    let image = match view {
                        View::House => Point::new(2.0 * tee.x - a.x, a.y),
                        View::Sheet => Point::new(a.x, 2.0 * tee.y - a.y),
                    };
                    prop_assert!(image.distance(b) < 1e-6, "{:?} and {:?}", image, b);
                }
            }
        }
    }

    #[test]
    fn both_worlds_look_alike(places in places()) {
        let centres = |world| {
            let mut scene = Scene::new(world, Player::First);
            scene.stones = stones_from_tee(world, &places);
            discs(&scene.picture(View::House))
        };
        let (dc2, fcv1) = (centres(World::Dc2), centres(World::Fcv1));
        // A stone on the very edge may be seen in only one of them.
        if dc2.len() == fcv1.len() {
            for (&(a, _), &(b, _)) in dc2.iter().zip(&fcv1) {
                // The lines of the two worlds differ by a millimetre.
                prop_assert!(a.distance(b) < 0.2, "{:?} and {:?}", a, b);
            }
        }
    }
}
