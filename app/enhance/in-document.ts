// Inline in screens, before their stylesheet: a file of its own would be read after the first picture.
import { beginEarly } from './ask-early.ts';
import { keepFilledIn } from './filled-in.ts';
import { sayNothingOnceLeft } from './leaving.ts';
import { noteLostScripts } from './lost-screen.ts';

sayNothingOnceLeft();
noteLostScripts();
keepFilledIn();
beginEarly();
