//! Opponents that stay as they are, so that scores of different versions can be compared.

use super::Spec;
use crate::words::EMBEDDED_FILES;

/// A file of words with the hash that it has in a reference field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinnedFile {
    /// Name, as in [`EMBEDDED_FILES`].
    pub name: &'static str,
    /// SHA-256 in hexadecimal digits.
    pub sha256: &'static str,
}

impl PinnedFile {
    /// Returns `true` if this program has the file as it is pinned.
    pub fn is_embedded(&self) -> bool {
        EMBEDDED_FILES.iter().any(|file| (file.name, file.sha256) == (self.name, self.sha256))
    }
}

/// Opponents with every parameter written out, and the words that they play with.
#[derive(Debug)]
pub struct ReferenceField {
    /// Name, such as `reference-1`.
    pub name: &'static str,
    /// The opponents: SPECs with label, whose two parts have every parameter.
    pub agents: &'static [&'static str],
    /// The files of words that the games depend on.
    pub files: &'static [PinnedFile],
}

impl ReferenceField {
    /// Returns `true` if each of the opponents is among these agents, with its label and its parameters.
    pub fn is_among(&self, agents: &[&Spec]) -> bool {
        let agents: Vec<String> = agents.iter().map(|spec| format!("{}={spec}", spec.label)).collect();
        self.agents.iter().all(|opponent| agents.iter().any(|agent| agent == opponent))
    }
}

/// The first reference field: from an agent that knows nothing to the highest score among twins. Agents with blunders, which
/// give a share of their answers blindly, fill the gaps between the others.
///
/// Nothing of it changes once a release has it: `agents/tests/all/reference_field.rs` holds its hash and that of games.
pub static REFERENCE_1: ReferenceField = ReferenceField {
    name: "reference-1",
    agents: &[
        "ref1-random=random/uniform",
        "ref1-margin-blunder-60=margin:top=64,sigma=0,beta=15,alpha=0.4,blunder=0.6/bayes:candidates=deck,words=2000,distinct=0,\
         slips=0,sigma=0,beta=15,alpha=0.4,blunder=0.6",
        "ref1-margin-blunder-30=margin:top=64,sigma=0,beta=15,alpha=0.4,blunder=0.3/bayes:candidates=deck,words=2000,distinct=0,\
         slips=0,sigma=0,beta=15,alpha=0.4,blunder=0.3",
        "ref1-nearest-k=nearest-k:k=16/history:sharpness=12",
        "ref1-nearest=nearest:beta=15,alpha=0.4/bayes:candidates=deck,words=2000,distinct=0,slips=0,sigma=0,beta=15,\
         alpha=0.4",
        "ref1-margin=margin:top=64,sigma=0,beta=15,alpha=0.4/bayes:candidates=deck,words=2000,distinct=0,slips=0,\
         sigma=0,beta=15,alpha=0.4",
        "ref1-human=pragmatic:lambda=0.5,gamma=0,gamma_reach=0.4,caution=2,alarm=2,candour=0.0417,top=64,passes=2,\
         suspicion=0.006,sigma=0.09,beta=15,alpha=0.4/bayes:candidates=open,words=250,distinct=0,slips=0,sigma=0.09,\
         beta=15,alpha=0.4",
        "ref1-pragmatic-blunder-20=pragmatic:lambda=1,gamma=0.3,gamma_reach=0.4,caution=2,alarm=2,candour=0.0417,top=64,\
         passes=2,suspicion=0.006,sigma=0,beta=15,alpha=0.4,blunder=0.2/bayes:candidates=deck,words=2000,distinct=0,\
         slips=0,sigma=0,beta=15,alpha=0.4,blunder=0.2",
        "ref1-pragmatic=pragmatic:lambda=1,gamma=0.3,gamma_reach=0.4,caution=2,alarm=2,candour=0.0417,top=64,passes=2,\
         suspicion=0.006,sigma=0,beta=15,alpha=0.4/bayes:candidates=deck,words=2000,distinct=0,slips=0,sigma=0,\
         beta=15,alpha=0.4",
        "ref1-guarded=guarded:lambda=0.15,insider=1,caution=4,gamma=0.3,gamma_reach=2,candour=0.04,top=64,passes=2,\
         suspicion=0.006,beta=15,alpha=0.4/robust:inversion=1,echo=4,distinct=0,slips=0,sigma=0,beta=15,alpha=0.4",
    ],
    files: &[
        PinnedFile {
            name: "space-en.bin",
            sha256: "ecb6a9323fb3475de980f2fd95420a582badfda53219147b20a68ca068d05afe",
        },
        PinnedFile {
            name: "lexicon-en.tsv",
            sha256: "3ce7299e88eb4e2cdd51ec46abaaac5e1d368a3d883f413a631b8bce9f46e064",
        },
        PinnedFile {
            name: "morphology-en.tsv",
            sha256: "c957db97693ad7bc14f960ed3ac45a90c564e43eaf87515fcfb45895114468a7",
        },
        PinnedFile {
            name: "pronunciation-en.tsv",
            sha256: "19a5cb7c7109a9222ecb46ff69be2d374f981a97960cb97b87ffde7dcc2d0bfd",
        },
        PinnedFile {
            name: "compounds-en.bin",
            sha256: "f3dd49faf300841106c1447b2dde627f48d0f0bd2c024a185fa9ed155eabd314",
        },
        PinnedFile {
            name: "deck.csv",
            sha256: "11b724ec2c639b7e9b54733ceaed16f843e142088456ed89c151091a9a0bda51",
        },
        PinnedFile {
            name: "associations-en.tsv",
            sha256: "b30e30b230bee50833670d15196ef5ff95b74466716b33fae50921e2b38ba3b2",
        },
        PinnedFile {
            name: "norms-en.tsv",
            sha256: "3c89b8f790287d66ec6fe188d86f784a2a3c6977237e7b98d16263c761e78953",
        },
    ],
};
