import { expect, it } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { createImages } from './images.ts';

const large = new Uint8Array(await picture('png', { width: 2_000, height: 2_000 }));
const small = new Uint8Array(await picture('png'));

it('one person’s pictures leave a turn for everybody else', async () => {
  const images = createImages();
  let done = 0;
  const all = Array.from({ length: 30 }, () =>
    images.normalize(large, 'one person').then(
      () => {
        done += 1;
        return 'done';
      },
      (error) => error.code,
    ),
  );
  await images.normalize(small, 'somebody else');
  expect(done).toBeLessThan(5);
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'TooManyAtOnce')).toHaveLength(25);
});

it('if many people send pictures, those without a place are told to come again', async () => {
  const images = createImages();
  const all = Array.from({ length: 30 }, (_, index) =>
    images.normalize(large, `person ${index}`).then(
      () => 'done',
      (error) => error.code,
    ),
  );
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(22);
  expect(outcomes.filter((outcome) => outcome === 'SlowDown')).toHaveLength(8);
});
