//! Regular inflections, for words that the lexicon does not know.
//!
//! Forms are derived from the keyword and searched for in the clue. They are the forms of a noun and, in
//! English, of a verb. In French, Italian and Swedish they include adjectives that an ending or a list
//! reveals. Gender endings that also make other words are left out: porta is not a form of PORTO, nor porte
//! of PORT. Irregular nouns and adjectives of each language are listed.

use super::language::{ByLanguage, Language, listed};

/// Minimal length of a word that is inflected by rule, in letters.
const SHORTEST: usize = 3;

/// Returns the regular and listed inflections of a word, without the word itself.
pub(super) fn regular_forms(word: &str, language: Language) -> Vec<String> {
    if !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    if word.chars().count() < SHORTEST {
        return irregular_forms(word, language).filter(|form| form != word).collect();
    }
    let mut forms = match language {
        Language::English => english(word),
        Language::French => french(word),
        Language::Italian => italian(word),
        Language::Swedish => swedish(word),
    };
    forms.extend(irregular_forms(word, language));
    forms.retain(|form| form != word);
    forms
}

/// Returns the other forms of a word in the list of irregular words.
pub(super) fn irregular_forms(word: &str, language: Language) -> impl Iterator<Item = String> + '_ {
    let list = IRREGULAR[language as usize];
    // A substring search of the whole list is much faster than splitting it, and most words are not listed.
    let has = memchr::memmem::find(list.as_bytes(), word.as_bytes()).is_some();
    let families = if has { list } else { "" }.split(", ");
    let own = families.filter(move |family| listed(family, word));
    own.flat_map(|family| family.split(' ')).map(str::to_owned)
}

/// Irregular words with their forms, for each language.
const IRREGULAR: ByLanguage<&str> = [
    "mouse mice, louse lice, goose geese, foot feet, tooth teeth, man men, woman women, child children, ox oxen, die dice, \
     person people, wolf wolves, knife knives, life lives, wife wives, leaf leaves, loaf loaves, half halves, calf calves, \
     thief thieves, shelf shelves, elf elves, scarf scarves, hoof hooves",
    "œil yeux oeil, or ors, clé clef clés clefs, cheval chevaux, ciel cieux, bijou bijoux, genou genoux, travail travaux, monsieur messieurs, \
     madame mesdames, mademoiselle mesdemoiselles, blanc blanche blancs blanches, sec sèche secs sèches, \
     long longue longs longues, frais fraîche fraîches, roux rousse rousses, faux fausse fausses, doux douce douces, \
     vieux vieil vieille vieilles, beau bel belle beaux belles, nouveau nouvel nouvelle nouveaux nouvelles, \
     fou fol folle fous folles, mou mol molle mous molles, noir noire noirs noires, vert verte verts vertes, \
     bleu bleue bleus bleues, gris grise grises, brun brune bruns brunes, violet violette violets violettes, \
     rouge rouges, jaune jaunes, rose roses, grand grande grands grandes, petit petite petits petites, \
     gros grosse grosses, gras grasse grasses, bas basse basses, haut haute hauts hautes, chaud chaude chauds chaudes, \
     froid froide froids froides, fort forte forts fortes, mort morte morts mortes, vif vive vifs vives, \
     neuf neuve neufs neuves, veuf veuve veufs veuves, loup louve loups louves, chat chatte chats chattes, \
     chien chienne chiens chiennes, lion lionne lions lionnes, roi rois, os, prince princesse princes princesses, \
     maître maîtresse maîtres maîtresses, acteur actrice acteurs actrices, empereur impératrice empereurs impératrices, \
     mauvais mauvaise mauvaises, dernier dernière derniers dernières, secret secrète secrets secrètes, \
     plat plate plats plates, rond ronde ronds rondes, vide vides, plein pleine pleins pleines, clair claire clairs claires, \
     sombre sombres, jumeau jumelle jumeaux jumelles, géant géante géants géantes, français française françaises, anglais anglaise anglaises",
    "uomo uomini, dio dei dea dee, bue buoi, uovo uova, dito dita, braccio braccia, labbro labbra, ginocchio ginocchia, \
     osso ossa ossi, ala ali, arma armi, mano mani, tempio templi, lenzuolo lenzuola, ciglio ciglia, orecchio orecchie, \
     nero nera neri nere, bianco bianca bianchi bianche, rosso rossa rossi rosse, giallo gialla gialli gialle, \
     azzurro azzurra azzurri azzurre, grigio grigia grigi grigie grige, verde verdi, marrone marroni, \
     grande grandi, piccolo piccola piccoli piccole, alto alta alti alte, basso bassa bassi basse, lungo lunga lunghi lunghe, \
     corto corta corti corte, caldo calda caldi calde, freddo fredda freddi fredde, vecchio vecchia vecchi vecchie, \
     nuovo nuova nuovi nuove, bello bella bel bei begli belle, buono buona buon buoni buone, santo santa san santi sante, \
     gatto gatta gatti gatte, lupo lupa lupi lupe, cuoco cuoca cuochi cuoche, maestro maestra maestri maestre, \
     sposo sposa sposi spose, figlio figlia figli figlie, ragazzo ragazza ragazzi ragazze, amico amica amici amiche, \
     segreto segreta segreti segrete, vedovo vedova vedovi vedove, principe principessa principi principesse, \
     dottore dottoressa dottori dottoresse, attore attrice attori attrici, imperatore imperatrice imperatori imperatrici",
    "man män mannen männen mannens, fot fötter foten fötterna, hand händer handen händerna, tand tänder tanden tänderna, \
     bok böcker boken böckerna, natt nätter natten nätterna, stad städer staden städerna, mus möss musen mössen, \
     gås gäss gåsen gässen, lus löss lusen lössen, and änder anden änderna, rand ränder, strand stränder stranden stränderna, \
     tång tänger tången tängerna, stång stänger stången stängerna, son söner sonen sönerna, bror bröder brodern bröderna, \
     far fäder fadern fäderna, mor mödrar modern mödrarna, dotter döttrar dottern döttrarna, bonde bönder bonden bönderna, \
     öga ögon ögat ögonen, öra öron örat öronen, rot rötter roten rötterna, not nötter, nöt nötter nöten nötterna, \
     get getter geten getterna, vän vänner vännen vännerna, ledamot ledamöter, nyckel nycklar nyckeln nycklarna, \
     fågel fåglar fågeln fåglarna, himmel himlar himlen himmelen, sommar somrar sommaren, \
     svart svarta svarte, vit vita vitt vite, röd röda rött röde, blå blåa blått blåe, grön gröna grönt gröne, \
     gul gula gult gule, grå gråa grått, brun bruna brunt, rosa, stor stora stort store större störst, \
     liten litet lilla lille små, lång långa långt långe, kort korta, varm varma varmt, kall kalla kallt, \
     ö ön öar öarna, å ån åar åarna, is isen isar isarna, bi biet bin bina, by byn byar byarna, ko kon kor korna, \
     bo boet bon bona, ed eden eder ederna, ek eken ekar ekarna, el elen, al alen alar alarna, \
     gammal gamla gammalt gamle, ny nya nytt nye, god goda gott gode, hemlig hemliga hemligt",
];

/// The most letters of a Swedish ending.
const LONGEST_ENDING: usize = 4;

/// Returns the words of which a Swedish word may be a regular inflection. Most of them do not exist.
pub(super) fn swedish_bases(word: &str) -> Vec<String> {
    let cuts = word.char_indices().rev().take(LONGEST_ENDING).map(|(at, _)| &word[..at]);
    let bases = cuts.flat_map(|stem| ["", "a", "e", "el", "er", "en"].map(|end| format!("{stem}{end}")));
    let bases = bases.filter(|base| base.chars().count() >= SHORTEST);
    bases.filter(|base| regular_forms(base, Language::Swedish).iter().any(|form| form == word)).collect()
}

/// Returns the possible base words of a regularly inflected English word that the lexicon lacks.
pub(super) fn regular_stems(word: &str, language: Language) -> Vec<String> {
    if language != Language::English {
        return Vec::new();
    }
    let endings = [
        ("ies", "y"),
        ("ves", "f"),
        ("es", ""),
        ("s", ""),
        ("ied", "y"),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("er", ""),
        ("er", "e"),
        ("est", ""),
        ("ly", ""),
        ("ness", ""),
        ("less", ""),
        ("like", ""),
    ];
    let stems =
        endings.iter().filter_map(|(ending, new)| Some(format!("{}{new}", word.strip_suffix(ending)?)));
    stems.filter(|stem| stem.chars().count() >= SHORTEST).collect()
}

/// Returns the words of which a word of another language than English may be a regular inflection. Most of them do not exist.
pub(super) fn regular_bases(word: &str, language: Language) -> Vec<String> {
    let rules: &[(&str, &str)] = match language {
        Language::English => return regular_stems(word, language),
        Language::Swedish => return swedish_bases(word),
        Language::French => &[("s", ""), ("x", ""), ("aux", "al"), ("aux", "ail")],
        Language::Italian => &[
            ("chi", "co"),
            ("ghi", "go"),
            ("che", "ca"),
            ("ghe", "ga"),
            ("i", "o"),
            ("i", "e"),
            ("i", "io"),
            ("e", "a"),
        ],
    };
    let mut bases: Vec<String> = rules
        .iter()
        .filter_map(|(ending, new)| Some(format!("{}{new}", word.strip_suffix(ending)?)))
        .collect();
    bases.retain(|base| regular_forms(base, language).iter().any(|form| form == word));
    bases
}

fn with_endings<'a>(stem: &'a str, endings: &'a str) -> impl Iterator<Item = String> + 'a {
    endings.split(' ').map(move |ending| format!("{stem}{ending}"))
}

/// Returns the forms that replacing an ending makes of a word. A rule maps an ending to its replacements.
fn exchanged(word: &str, rules: &[(&str, &str)]) -> Vec<String> {
    let stems = rules.iter().filter_map(|(ending, new)| Some((word.strip_suffix(ending)?, *new)));
    stems.flat_map(|(stem, new)| with_endings(stem, new)).collect()
}

fn english(word: &str) -> Vec<String> {
    let mut forms: Vec<String> = with_endings(word, "s es ed ing").collect();
    forms.extend(exchanged(word, &[("y", "ies ied"), ("fe", "ves"), ("f", "ves"), ("e", "ed ing")]));
    // A final consonant may be doubled: sunned, sunning.
    let last = word.chars().next_back().filter(|c| !"aeiouwxy".contains(*c));
    forms.extend(last.iter().flat_map(|c| [format!("{word}{c}ed"), format!("{word}{c}ing")]));
    forms
}

fn french(word: &str) -> Vec<String> {
    let mut forms: Vec<String> = with_endings(word, "s x").collect();
    let rules = [
        ("al", "aux"),
        ("ail", "aux"),
        ("er", "ère ères"),
        ("eur", "euse euses"),
        ("eux", "euse euses"),
        ("teur", "trice trices"),
        ("ien", "ienne iennes"),
        ("if", "ive ives"),
        ("é", "ée ées"),
    ];
    forms.extend(exchanged(word, &rules));
    forms
}

fn italian(word: &str) -> Vec<String> {
    let rules = [
        ("co", "chi ci"),
        ("go", "ghi gi"),
        ("io", "i"),
        ("o", "i"),
        ("ca", "che chi"),
        ("ga", "ghe ghi"),
        ("cia", "ce"),
        ("gia", "ge"),
        ("a", "e i"),
        ("e", "i"),
    ];
    let mut forms = exchanged(word, &rules);
    // The sound of c and g stays: the plural of pesca is pesche, and pesce is a fish.
    if let Some(stem) = word.strip_suffix('a').filter(|stem| stem.ends_with(['c', 'g'])) {
        forms.retain(|form| *form != format!("{stem}e") && *form != format!("{stem}i"));
    }
    forms
}

fn swedish(word: &str) -> Vec<String> {
    let endings = match word.chars().next_back() {
        Some('a') => "n s ns",
        Some('e') => "n t s ns ts r rna",
        Some('é' | 'i' | 'o' | 'u' | 'y' | 'å' | 'ä' | 'ö') => "n t s ns ts r er rna erna ar arna",
        _ => "en et s n ens ets ar arna er erna or orna ena",
    };
    let mut forms: Vec<String> = with_endings(word, endings).collect();
    let rules = [
        ("a", "or orna ornas"),
        ("ad", "ade at"),
        ("e", "ar arna arnas na nas"),
        ("el", "lar larna let len"),
        ("er", "rar rarna ret ren"),
        ("en", "nar narna net nen"),
        ("m", "mmen mmet mmar mmarna"),
        ("n", "nnen nnet nnar nnarna"),
    ];
    forms.extend(exchanged(word, &rules));
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_form(form: &str, word: &str, language: Language) -> bool {
        regular_forms(word, language).iter().any(|f| f == form)
    }

    #[test]
    fn r21_swedish_inflections_have_their_bases() {
        for (word, base) in [("rosen", "ros"), ("rosor", "ros"), ("jackorna", "jacka"), ("nycklar", "nyckel")]
        {
            assert!(swedish_bases(word).iter().any(|candidate| candidate == base), "{word}");
        }
        assert!(swedish_bases("").is_empty() && swedish_bases("ös").is_empty());
    }

    #[test]
    fn r21_inflections_have_their_bases() {
        for (language, word, base) in [
            (Language::French, "lettres", "lettre"),
            (Language::French, "chevaux", "cheval"),
            (Language::Italian, "giochi", "gioco"),
            (Language::Italian, "case", "casa"),
            (Language::Swedish, "rosor", "ros"),
        ] {
            assert!(regular_bases(word, language).iter().any(|candidate| candidate == base), "{word}");
        }
        assert!(regular_bases("pesce", Language::Italian).is_empty());
    }

    #[test]
    fn r21_regular_inflections_of_four_languages() {
        for (language, word, forms) in [
            (Language::English, "sun", "suns sunned sunning"),
            (Language::English, "bride", "brides"),
            (Language::English, "battery", "batteries"),
            (Language::English, "loaf", "loaves"),
            (Language::French, "canal", "canaux"),
            (Language::French, "boulanger", "boulangers boulangère"),
            (Language::French, "plume", "plumes"),
            (Language::Italian, "albergo", "alberghi"),
            (Language::Italian, "piuma", "piume"),
            (Language::Italian, "cane", "cani"),
            (Language::Italian, "pesca", "pesche"),
            (Language::French, "clé", "clef"),
            (Language::Swedish, "gäst", "gästen gäster gästerna gästs"),
            (Language::Swedish, "jacka", "jackan jackans jackor"),
            (Language::Swedish, "domare", "domaren domarens domarna"),
            (Language::Swedish, "äpple", "äpplet äpplets"),
            (Language::Swedish, "nivå", "nivån nivåns nivåerna"),
            (Language::Swedish, "nyckel", "nycklar nyckeln"),
            (Language::Swedish, "lamm", "lammet"),
            (Language::Swedish, "dröm", "drömmar"),
            (Language::French, "noir", "noire noirs noires"),
            (Language::French, "chevaux", "cheval"),
            (Language::French, "œil", "yeux"),
            (Language::Italian, "nero", "nera neri nere"),
            (Language::Swedish, "svart", "svarta"),
            (Language::Swedish, "mus", "möss"),
            (Language::Swedish, "ö", "öar"),
            (Language::Swedish, "fönster", "fönstret fönstren"),
            (Language::Swedish, "vapen", "vapnet vapnen"),
            (Language::French, "jumeau", "jumelles"),
        ] {
            for form in forms.split(' ') {
                assert!(is_form(form, word, language), "{form} is a form of {word}");
            }
        }
    }

    #[test]
    fn r21_other_words_are_no_inflections() {
        for (language, word, other) in [
            (Language::English, "sun", "sunny"),
            (Language::English, "hunter", "hunt"),
            (Language::French, "port", "porte"),
            (Language::Italian, "porto", "porta"),
            (Language::Italian, "costo", "costa"),
            (Language::Italian, "pesca", "pesce"),
            (Language::Swedish, "gäst", "gästfri"),
            (Language::Swedish, "is", "isig"),
        ] {
            assert!(!is_form(other, word, language), "{other} is no form of {word}");
        }
    }
}
