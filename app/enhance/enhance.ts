import { openAddressedAnswer } from './answers.ts';
import { focusArrival } from './arrival.ts';
import { enhanceEveryPage } from './every-page.ts';
import { filterInPlace } from './finder.ts';
import { handOnArrivals } from './hand-on.ts';
import { sayNothingOnceLeft } from './leaving.ts';
import { lookForOwnPage } from './missing-page.ts';
import { guardQuiz } from './quiz.ts';

// Before anything else could consume what the last page left.
handOnArrivals();
sayNothingOnceLeft();
openAddressedAnswer();
focusArrival();
guardQuiz();
filterInPlace();
enhanceEveryPage();
lookForOwnPage();
