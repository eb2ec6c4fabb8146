// Inlined into screens before the stylesheet: a separate file would be read only after the first paint.
import { beginEarly } from './ask-early.ts';
import { keepFilledIn } from './filled-in.ts';
import { sayNothingOnceLeft } from './leaving.ts';
import { noteLostScripts } from './lost-screen.ts';

sayNothingOnceLeft();
noteLostScripts();
keepFilledIn();
beginEarly();
