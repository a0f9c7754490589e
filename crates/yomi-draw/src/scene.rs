//! What there is to see on the ice.

use crate::cloud::Cloud;
use crate::label::{label, title};
use crate::palette::{GRANITE, ICE, INK, Team, team};
use crate::path::{Path, Point};
use crate::picture::{Anchor, Layer, Picture, Shape, Stroke, Text};
use crate::rink;
use crate::track::{Track, clipped};
use crate::view::{Frame, View};
use yomi_core::Player;
use yomi_curling::{Stones, Vector, World, owner};

/// A position, and whatever is to be seen with it.
///
/// ```
/// use yomi_core::Player;
/// use yomi_curling::{Vector, World};
/// use yomi_draw::{Scene, View};
///
/// let mut scene = Scene::new(World::Fcv1, Player::First);
/// scene.stones.set(0, Vector::new(0.3, 38.0));
/// let svg = scene.picture(View::House).svg(480);
/// assert!(svg.starts_with("<svg") && svg.contains("class=\"stones\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Whose coordinates.
    pub world: World,
    /// Who threw first in this end: the owner of stone 0.
    pub first: Player,
    /// The stones in play.
    pub stones: Stones,
    /// Where stones lay before; those that still lie there are not drawn twice.
    pub before: Stones,
    /// The ways stones took.
    pub tracks: Vec<Track>,
    /// Where the thrown stone may come to lie.
    pub cloud: Option<Cloud>,
    /// Points under a small cross, such as the one a throw aims at.
    pub marks: Vec<Vector>,
    /// Words at points, such as the rank of a throw on its way.
    pub labels: Vec<(Vector, String)>,
    /// A line above the picture.
    pub title: Option<String>,
}

impl Scene {
    /// Ice without stones.
    pub fn new(world: World, first: Player) -> Scene {
        Scene {
            world,
            first,
            stones: Stones::default(),
            before: Stones::default(),
            tracks: Vec::new(),
            cloud: None,
            marks: Vec::new(),
            labels: Vec::new(),
            title: None,
        }
    }

    /// The picture. Stones whose centre the view does not show are left out.
    pub fn picture(&self, view: View) -> Picture {
        let frame = Frame::new(self.world, view, self.title.is_some());
        let layers = vec![
            rink::layer(&frame),
            Layer::new("before", self.ghosts(&frame)),
            Layer::new("paths", self.paths(&frame)),
            Layer::new("cloud", self.cloud_shapes(&frame)),
            Layer::new("stones", self.stone_shapes(&frame)),
            Layer::new("numbers", self.numbers(&frame)),
            Layer::new("marks", self.mark_shapes(&frame)),
            Layer::new("labels", self.label_shapes(&frame)),
            Layer::new("title", self.title_shapes(&frame)),
        ];
        Picture {
            width: frame.width,
            height: frame.height,
            description: self.description(),
            layers,
        }
    }

    fn description(&self) -> String {
        let count = match self.stones.len() {
            1 => "1 stone".to_owned(),
            count => format!("{count} stones"),
        };
        match &self.title {
            Some(title) => format!("{title} ({count})"),
            None => format!("A curling sheet with {count}"),
        }
    }

    fn team(&self, number: usize) -> Team {
        team(owner(number, self.first))
    }

    /// The stones that the view shows, with the places of their centres.
    fn seen(&self, frame: &Frame, stones: &Stones) -> Vec<(usize, Point)> {
        stones
            .iter()
            .map(|(number, at)| (number, frame.point(at)))
            .filter(|&(_, centre)| frame.shows(centre))
            .collect()
    }

    fn ghosts(&self, frame: &Frame) -> Vec<Shape> {
        let mut gone = self.before;
        for (number, at) in self.stones.iter() {
            if self.before.get(number) == Some(at) {
                gone.remove(number);
            }
        }
        let ghost = |(number, centre)| {
            let team = self.team(number);
            let edge = Stroke::new(team.path.faded(0.75), 1.1).dashed(2.6, 3.0);
            let radius = frame.stone_radius() - 0.6;
            Shape::disc(centre, radius, team.handle.faded(0.22)).outlined(edge)
        };
        self.seen(frame, &gone).into_iter().map(ghost).collect()
    }

    fn paths(&self, frame: &Frame) -> Vec<Shape> {
        let cross_size = (frame.stone_radius() * 0.26).max(2.2);
        let mut shapes = Vec::new();
        for track in &self.tracks {
            let paint = self.team(track.number).path;
            let points: Vec<Point> = track.points.iter().map(|&at| frame.point(at)).collect();
            let stroke = Stroke::new(paint.faded(0.8), 1.7);
            for piece in clipped(frame, &points) {
                shapes.push(Shape::line(Path::polyline(piece), stroke));
            }
            let end = points.last().copied().filter(|_| track.leaves);
            if let Some(end) = end.filter(|&end| frame.shows(end)) {
                shapes.extend(cross(end, cross_size, stroke));
            }
        }
        shapes
    }

    fn cloud_shapes(&self, frame: &Frame) -> Vec<Shape> {
        let Some(cloud) = &self.cloud else {
            return Vec::new();
        };
        let radius = (frame.stone_radius() * 0.14).max(1.0);
        let points = cloud.points.iter().map(|&at| frame.point(at));
        let mut shapes: Vec<Shape> = points
            .filter(|&point| frame.shows(point))
            .map(|point| Shape::disc(point, radius, INK.faded(0.3)))
            .collect();
        if let Some(spread) = cloud.spread().filter(|_| cloud.ellipse) {
            let centre = frame.point(spread.mean);
            let [right, down] = spread.axes().map(|axis| frame.displacement(axis * 2.0));
            let stroke = Stroke::new(INK.faded(0.75), 1.1);
            let ellipse = Path::ellipse(centre, right, down).flattened(12);
            for piece in clipped(frame, &ellipse) {
                shapes.push(Shape::line(Path::polyline(piece), stroke.dashed(4.0, 3.0)));
            }
            if frame.shows(centre) {
                shapes.extend(cross(centre, 3.0, stroke));
            }
        }
        shapes
    }

    fn stone_shapes(&self, frame: &Frame) -> Vec<Shape> {
        let radius = frame.stone_radius();
        let rim = radius * 0.2;
        self.seen(frame, &self.stones)
            .into_iter()
            .map(|(number, centre)| {
                // The rim is drawn inwards: the disc is as large as the stone.
                Shape::disc(centre, radius - rim / 2.0, self.team(number).handle)
                    .outlined(Stroke::new(GRANITE, rim))
            })
            .collect()
    }

    fn numbers(&self, frame: &Frame) -> Vec<Shape> {
        if !frame.shows_numbers() {
            return Vec::new();
        }
        let height = frame.stone_radius() * 0.72;
        self.seen(frame, &self.stones)
            .into_iter()
            .map(|(number, centre)| {
                let text = Text {
                    at: Point::new(centre.x, centre.y + height / 2.0),
                    text: (number + 1).to_string(),
                    height,
                    pen: height * 0.17,
                    anchor: Anchor::Middle,
                };
                Shape::text(text, self.team(number).number)
            })
            .collect()
    }

    fn mark_shapes(&self, frame: &Frame) -> Vec<Shape> {
        let stroke = Stroke::new(INK, 1.8);
        let mut shapes = Vec::new();
        for &mark in &self.marks {
            let at = frame.point(mark);
            if frame.shows(at) {
                shapes.extend(cross(at, 5.0, stroke));
            }
        }
        shapes
    }

    /// Every label on a disc of ice, so that it can be read on any ground.
    fn label_shapes(&self, frame: &Frame) -> Vec<Shape> {
        let height = 9.0;
        let mut shapes = Vec::new();
        for (at, text) in &self.labels {
            let centre = frame.point(*at);
            if frame.shows(centre) {
                let baseline = Point::new(centre.x, centre.y + height / 2.0);
                shapes.push(Shape::disc(centre, height, ICE));
                shapes.push(label(baseline, text, height, Anchor::Middle));
            }
        }
        shapes
    }

    fn title_shapes(&self, frame: &Frame) -> Vec<Shape> {
        let titles = self.title.iter();
        titles
            .map(|text| title(text, frame.width, frame.top))
            .collect()
    }
}

/// A cross that lies on its side.
fn cross(at: Point, size: f64, stroke: Stroke) -> [Shape; 2] {
    [size, -size].map(|slope| {
        let ends = [
            Point::new(at.x - size, at.y - slope),
            Point::new(at.x + size, at.y + slope),
        ];
        Shape::line(Path::polyline(ends), stroke)
    })
}
