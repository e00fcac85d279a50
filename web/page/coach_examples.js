// A game in each language that shows what there is to see.

const ENGLISH = `hotel, baker, balcony, hamburger
walker, cabana, roof, 2-1-3
travel, buffet, outdoor, 1-4-3
cafeteria, ranch, pedestal, 1-4-3
park, chili, fresh, 3-4-2
dairy, entryway, sofa, 4-1-3
harvester, cubicle, castle, 2-3-1, 2-1-3

pirate, guitar, winter, doctor
captain, strings, frost, 1-2-3
concert, stethoscope, treasure, 2-4-1, , 2-1-4
skiing, ship, surgeon, 3-1-4, , 3-1-2
chord, icicle, patient, 2-3-4
hook, prescription, blizzard, 1-4-3, , 1-4-3
band, scurvy, sleigh, 2-1-3, 2-3-1`;

const FRENCH = `hôtel, boulanger, balcon, hamburger
farine, chambre, terrasse, 2-1-3
réception, frites, immeuble, 1-4-3
étoiles, steak, géraniums, 1-4-3
théâtre, ketchup, croissant, 3-4-2
fast-food, voyage, vue, 4-1-3
levain, étage, palace, 2-3-1, 2-1-3`;

const ITALIAN = `albergo, fornaio, balcone, hamburger
farina, camera, terrazza, 2-1-3
reception, patatine, piante, 1-4-3
stelle, panino, gerani, 1-4-3
giulietta, ketchup, pane, 3-4-2
carne, viaggio, vista, 4-1-3
lievito, piano, lusso, 2-3-1, 2-1-3`;

const SWEDISH = `hotell, bagare, balkong, hamburgare
mjöl, rum, terrass, 2-1-3
reception, pommes, blommor, 1-4-3
stjärnor, kött, pelargoner, 1-4-3
lägenhet, ketchup, bulle, 3-4-2
snabbmat, resa, utsikt, 4-1-3
ugn, våning, lyx, 2-3-1, 2-1-3`;

export const EXAMPLES = { en: ENGLISH, fr: FRENCH, it: ITALIAN, sv: SWEDISH };
