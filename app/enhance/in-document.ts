// Inline in screens, before their stylesheet: a file of its own would be read after the first picture.
import { beginEarly } from './ask-early.ts';
import { keepFilledIn } from './filled-in.ts';
import { noteLostScripts } from './lost-screen.ts';

noteLostScripts();
keepFilledIn();
beginEarly();
