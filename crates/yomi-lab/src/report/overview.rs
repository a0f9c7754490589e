//! How the report on several items begins: contents, and all findings at a glance.

use super::Finished;
use super::document::{
    Block, CONTENTS, Chapter, Mark, SUMMARY, Section, SummaryLine, THIS_RUN, THIS_RUN_TITLE,
};
use super::finding_view::{FindingView, finding_key};
use super::wording::counted;
use crate::{ItemResult, Scale, Verdict};

pub const OVERALL_TITLE: &str = "Reproduction report";
const SUMMARY_TITLE: &str = "All findings";

/// The beginning of the overall report: contents, and all findings at a glance.
pub fn overview(scale: Scale, finished: &[Finished]) -> Vec<Block> {
    let count = |verdict| {
        finished
            .iter()
            .map(|done| done.result.count(verdict))
            .sum::<usize>()
    };
    let mut blocks = vec![
        Block::heading(1, OVERALL_TITLE),
        Block::Text(format!(
            "{} at scale {scale}. Findings: {} reproduced, {} contradicted, {} undecided.",
            counted(finished.len(), "experiment"),
            count(Verdict::Reproduced),
            count(Verdict::Contradicted),
            count(Verdict::Undecided),
        )),
        Block::Text(
            "A finding is reproduced if the confidence interval of what was measured lies wholly \
             where it is expected, contradicted if it lies wholly elsewhere, and undecided \
             otherwise; undecided findings need a larger scale."
                .to_owned(),
        ),
    ];
    if finished.iter().any(|done| done.plan.extent.sprt.is_some()) {
        blocks.push(Block::Text(
            "Where a match ends when a sequential test decides, that test gives the verdict."
                .to_owned(),
        ));
    }
    blocks.push(Block::anchored(2, "Contents", CONTENTS));
    let lines: Vec<SummaryLine> = finished
        .iter()
        .flat_map(|done| {
            findings(done).into_iter().map(|finding| SummaryLine {
                item: done.result.item.clone(),
                finding,
            })
        })
        .collect();
    blocks.push(Block::Contents(contents(finished, !lines.is_empty())));
    if !lines.is_empty() {
        blocks.push(Block::anchored(2, SUMMARY_TITLE, SUMMARY));
        blocks.push(Block::Summary(lines));
    }
    blocks
}

/// What stands in the report: every paper with its items, and what comes before and after them.
fn contents(finished: &[Finished], with_summary: bool) -> Vec<Chapter> {
    let plain = |key: &str, text: &str| Chapter {
        key: key.to_owned(),
        text: text.to_owned(),
        sections: Vec::new(),
    };
    let mut chapters = Vec::new();
    if with_summary {
        chapters.push(plain(SUMMARY, SUMMARY_TITLE));
    }
    for items in finished.chunk_by(|a, b| a.plan.item.paper.name == b.plan.item.paper.name) {
        let paper = &items[0].plan.item.paper;
        chapters.push(Chapter {
            sections: items.iter().map(section).collect(),
            ..plain(&paper.name, &paper.title)
        });
    }
    chapters.push(plain(THIS_RUN, THIS_RUN_TITLE));
    chapters
}

fn section(done: &Finished) -> Section {
    let result = &done.result;
    let marks = result
        .findings
        .iter()
        .zip(1..)
        .map(|(finding, number)| Mark {
            key: finding_key(&result.item, number),
            text: finding.text.clone(),
            verdict: finding.verdict,
            words: finding.verdict_text(),
        });
    Section {
        key: result.item.clone(),
        text: item_title(result),
        marks: marks.collect(),
    }
}

/// The heading of an item in a report on several.
pub fn item_title(result: &ItemResult) -> String {
    format!("{}: {}", result.item, result.title)
}

/// The findings of an item, ready to be set.
pub fn findings(done: &Finished) -> Vec<FindingView> {
    let (item, manifest) = (&done.result.item, done.plan.manifest());
    let findings = done.result.findings.iter().zip(1..);
    findings
        .map(|(finding, number)| FindingView::new(item, number, finding, manifest))
        .collect()
}
