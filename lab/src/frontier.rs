//! Decoding against interception, as the weights of a clue giver and the referee vary.

use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Registry, Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::arena::{AgentTally, Arena, Schedule};
use overhear_engine::rules::Rules;
use overhear_engine::table::Seed;
use overhear_stats::RatioMoments;

use super::exposure::all_rounds;
use crate::error::LabError;
use crate::setup::games;
use crate::so_far::SoFar;
use crate::table::{Cell, Frame};
use crate::watch::Watch;

/// Weights that are tried.
#[derive(Clone, Debug)]
pub struct FrontierConfig {
    /// Weights of secrecy, λ.
    pub lambda: Vec<f64>,
    /// Weights of the bits given away, γ.
    pub gamma: Vec<f64>,
    /// What the referee does, each in turn.
    pub referee: Vec<String>,
    /// The clue giver: anything that has both weights.
    pub giver: String,
    /// Who decodes, on the giver's team.
    pub decoder: String,
    /// Who intercepts.
    pub interceptor: String,
    /// Games for each combination.
    pub games: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

/// Plays every combination of the weights and the referee's modes; a row for each. After a stop there are those that were
/// finished.
///
/// # Errors
/// If there are no such agents.
pub fn frontier(args: &FrontierConfig, watch: &Watch) -> Result<SoFar<Frame>, LabError> {
    games(args.games)?;
    let points = points(args)?;
    let deck = embedded_deck("en").map_err(LabError::runtime)?;
    let world =
        World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES).map_err(LabError::runtime)?;
    let world = Arc::new(world);
    let mut frame = Frame::of("frontier.csv");
    for point in &points {
        let Some(counts) = point.play(args, &world, watch)? else {
            return Ok(SoFar::new(frame, false));
        };
        frame.push(point.row(&counts));
    }
    Ok(SoFar::new(frame, true))
}

/// One combination.
struct Point {
    weights: [f64; 2],
    mode: String,
    rules: Rules,
    agents: [Spec; 2],
}

/// What was counted of the giver's halves, by blocks of deals.
#[derive(Default)]
struct Counts {
    decoded: RatioMoments,
    intercepted: RatioMoments,
}

/// All combinations, checked before the first is played.
fn points(args: &FrontierConfig) -> Result<Vec<Point>, LabError> {
    let mut points = Vec::new();
    for mode in &args.referee {
        let rules = all_rounds(&[format!("referee={mode}")])?;
        for (&lambda, &gamma) in args.lambda.iter().flat_map(|l| args.gamma.iter().map(move |g| (l, g))) {
            let joint = if args.giver.contains(':') { ',' } else { ':' };
            let giver = format!("{}{joint}lambda={lambda},gamma={gamma}/{}", args.giver, args.decoder);
            let other = format!("nearest/{}", args.interceptor);
            let read = |text: &str| args.registry.parse(text).map_err(LabError::usage);
            let agents = [read(&giver)?, read(&other)?];
            points.push(Point { weights: [lambda, gamma], mode: mode.clone(), rules: *rules, agents });
        }
    }
    Ok(points)
}

impl Point {
    /// What was counted; nothing if it is stopped meanwhile.
    fn play(
        &self,
        args: &FrontierConfig,
        world: &Arc<World>,
        watch: &Watch,
    ) -> Result<Option<Counts>, LabError> {
        let agents = [build(&self.agents[0], world)?, build(&self.agents[1], world)?];
        let schedule = Schedule::round_robin(2, args.games);
        let arena = Arena::new(world.table(&self.rules)?, &agents, schedule, Seed(args.seed))?;
        let mut counts = Counts::default();
        arena.run(0..arena.schedule().deals(), &(), |block| {
            counts.record(&block.tally.agents[0]);
            watch.flow()
        });
        Ok(watch.finished(counts))
    }

    fn row(&self, counts: &Counts) -> Vec<Cell> {
        let [lambda, gamma] = self.weights.map(Cell::Given);
        let mut row = vec![lambda, gamma, Cell::text(self.mode.clone())];
        for moments in [&counts.decoded, &counts.intercepted] {
            let estimate = moments.share();
            let ends = estimate.map(|e| (e.interval.low, e.interval.high)).unzip();
            row.push(Cell::Count(moments.n.unsigned_abs()));
            row.extend([moments.ratio(), ends.0, ends.1].map(Cell::share));
        }
        row
    }
}

impl Counts {
    /// Adds a block of deals. Blocks are independent of each other, halves of a game are not.
    fn record(&mut self, giver: &AgentTally) {
        let [halves, missed, exposed, intercepted] =
            [giver.halves, giver.miscommunications, giver.exposed, giver.intercepted].map(u64::cast_signed);
        self.decoded.record(halves - missed, halves);
        self.intercepted.record(intercepted, exposed);
    }
}
