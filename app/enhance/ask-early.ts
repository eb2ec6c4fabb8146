// Inline in screens, before their stylesheet: a file of its own would be read after the first picture.
import { askEarly } from '../session/early-questions.ts';

try {
  askEarly();
} catch (error) {
  // Where the browser keeps nothing, or something odd, the screen asks itself.
  console.info('Nothing was asked early:', error);
}
