//! How likely people are to say a clue to a keyword, from what is known of the two.

use super::belief::shares;
use super::{ListPlace, PairFeatures};

/// Weights of what is known of a keyword and a clue, in nats: log P(clue | keyword) up to what is the same for all keywords.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecodingModel {
    /// Weight of the cosine.
    pub cosine: f64,
    /// Weight of a compound.
    pub compound: f64,
    /// Weight of a clue that stands in the keyword's list, in its first place.
    pub stated: f64,
    /// What is taken off for each unit of ln(1 + place).
    pub fade: f64,
    /// Weight of a keyword that stands in the clue's list.
    pub reverse: f64,
    /// Weight of the nearness to what people say to the keyword, and to what they say it to.
    pub nearness: f64,
    /// Weight of a word that the clue has in common with the keyword's list, if the clue does not stand there.
    pub word: f64,
    /// Weight of a keyword without a list: nothing is missing from it.
    pub unlisted: f64,
    /// Weight of the likeness to the clues that the own team has given for the keyword before.
    pub echo: f64,
    /// Probability that the giver thought of something that none of this knows: the clue is then as likely for each keyword.
    pub lapse: f64,
}

/// The nearness of a clue to a keyword of which nothing is stated, as it is on average: at cosine 0, and more for each unit of it.
const USUAL_NEARNESS: (f64, f64) = (0.19, 0.86);

impl DecodingModel {
    /// What is shipped: of the least log loss on three kinds of clues, in a space that knows of none of them: the project's own everyday
    /// and oblique ones, half of which were taken out of the lists, for of what people say a part alone stands there; and clues that minds
    /// of other origin would give.
    ///
    /// They are those of all languages: fitted to the clues of French, Italian or Swedish, weights come out much the same.
    ///
    /// A penalty holds the weights of the fit back, so all of them are scaled up by 1.05, as rounds that they are not fitted to ask for.
    /// The lapse is assumed: the fit asks for none, but its clues are by few hands, and on clues of people these weights were too sure. See
    /// `cargo run --release -p overhear-agents --example fit_decoding`.
    pub const FITTED: DecodingModel = DecodingModel {
        cosine: 8.1,
        compound: 0.9,
        stated: 2.0,
        fade: 0.26,
        reverse: 0.26,
        nearness: 4.8,
        word: 2.4,
        unlisted: 1.0,
        echo: 0.0,
        lapse: 0.01,
    };

    /// The space and its compounds alone.
    pub const SPACE: DecodingModel = DecodingModel {
        cosine: 15.0,
        compound: 1.5,
        stated: 0.0,
        fade: 0.0,
        reverse: 0.0,
        nearness: 0.0,
        word: 0.0,
        unlisted: 0.0,
        echo: 0.0,
        lapse: 0.0,
    };

    /// Returns the log likelihoods of a clue for the four keywords of a team, up to what is the same for all, with all weights
    /// multiplied by `sharpness`.
    ///
    /// With a lapse they are those of a mixture: of what the weights say, and of a clue that any keyword may have brought to mind. No
    /// clue then speaks against a keyword by more than (4 − 3 lapse) / lapse.
    pub fn log_likelihoods(&self, pairs: &[PairFeatures; 4], sharpness: f64) -> [f64; 4] {
        let logs = pairs.each_ref().map(|pair| sharpness * self.weigh(pair));
        if self.lapse == 0.0 {
            return logs;
        }
        shares(logs, 1.0).map(|share| libm::log((1.0 - self.lapse) * 4.0 * share + self.lapse))
    }

    /// Returns the log likelihood of a clue for a keyword, up to what is the same for all keywords, if the giver has not lapsed.
    pub fn weigh(&self, pair: &PairFeatures) -> f64 {
        let word = if pair.word { self.word } else { 0.0 };
        let stated = match pair.place {
            ListPlace::NoList => self.unlisted + word,
            ListPlace::Missing => word,
            ListPlace::At(place) => self.stated - self.fade * libm::log1p(f64::from(place)),
        };
        let (base, slope) = USUAL_NEARNESS;
        let nearness = pair.nearness.unwrap_or(base + slope * pair.cosine);
        self.cosine * pair.cosine
            + self.nearness * nearness
            + self.echo * pair.echo
            + stated
            + if pair.compound { self.compound } else { 0.0 }
            + if pair.reverse { self.reverse } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_say_first_is_likeliest_and_nothing_stated_is_not_against_a_word() {
        let weigh = |pair: PairFeatures| DecodingModel::FITTED.weigh(&pair);
        let at = |place: ListPlace| weigh(PairFeatures { place, ..PairFeatures::default() });
        assert!(
            at(ListPlace::At(0)) > at(ListPlace::At(9)) && at(ListPlace::At(60)) > at(ListPlace::Missing)
        );
        assert!(
            at(ListPlace::NoList) > at(ListPlace::Missing) && at(ListPlace::NoList) < at(ListPlace::At(9))
        );
        let near = |nearness| weigh(PairFeatures { cosine: 0.2, nearness, ..PairFeatures::default() });
        assert!(near(Some(0.9)) > near(None) && near(None) > near(Some(0.1)));
    }

    #[test]
    fn a_lapse_bounds_what_one_clue_says_and_keeps_the_order() {
        let pairs = [0.9, 0.4, 0.1, -0.2].map(|cosine| PairFeatures { cosine, ..PairFeatures::default() });
        let sure = DecodingModel::SPACE;
        assert_eq!(sure.log_likelihoods(&pairs, 2.0), pairs.map(|pair| 2.0 * sure.weigh(&pair)));
        let doubting = DecodingModel { lapse: 0.02, ..sure };
        let logs = doubting.log_likelihoods(&pairs, 1.0);
        assert!(logs.is_sorted_by(|one, other| one > other), "{logs:?}");
        assert!(logs[0] - logs[3] < libm::log((4.0 - 3.0 * 0.02) / 0.02), "{logs:?}");
    }

    #[test]
    fn the_space_alone_asks_for_nothing_that_is_stated() {
        let stated = PairFeatures {
            place: ListPlace::At(0),
            reverse: true,
            nearness: Some(1.0),
            word: true,
            ..PairFeatures::default()
        };
        assert_eq!(DecodingModel::SPACE.weigh(&stated), 0.0);
        assert_eq!(DecodingModel::SPACE.weigh(&PairFeatures { cosine: 0.2, ..stated }), 3.0);
    }
}
