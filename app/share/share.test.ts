import { describe, expect, it } from 'vitest';
import { foundPaths } from '#app/page-paths.ts';
import { headlineOfCompany } from './company-picture.ts';
import { drawPicture } from './draw-picture.tsx';
import { drawOnce } from './drawn-picture.ts';
import { headlineOf } from './job-picture.ts';
import { pictureAddress, pictureSize } from './picture-address.ts';
import { sharedPages } from './shared-pages.ts';

describe('the pictures of shared pages', () => {
  it('exist for every public page, each at its own address', () => {
    const paths = Object.keys(sharedPages);
    expect(paths.toSorted()).toEqual(foundPaths.toSorted());
    expect(new Set(paths.map(pictureAddress)).size).toBe(paths.length);
  });

  it('are PNGs of the size that the page states', async () => {
    const picture = Buffer.from(await drawPicture({ title: 'Denials & “appeals” <drafted>' }));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBe(pictureSize.width);
    expect(picture.readUInt32BE(20)).toBe(pictureSize.height);
    expect(picture.length).toBeLessThan(300_000);
  });
});

it('one that is drawn after another leaves the time of more than one to everybody else', async () => {
  const begun = performance.now();
  await drawOnce('one', { title: 'One' });
  const first = performance.now();
  await drawOnce('two', { title: 'Two' });
  expect(performance.now() - first).toBeGreaterThan(first - begun);
});

describe('the picture of a job', () => {
  it('has the words of the job', () => {
    expect(headlineOf({ title: 'Infirmière – nuit', company: 'Clinic' })).toEqual({
      eyebrow: 'Clinic',
      title: 'Infirmière – nuit',
    });
  });

  it('uses the board’s headline if its own letters cannot be rendered', () => {
    expect(headlineOf({ title: 'محلل', company: 'Clinic' })).toBe(sharedPages['/jobs']);
    expect(headlineOf({ title: 'Nurse', company: '東京病院' })).toMatchObject({ title: 'Nurse' });
  });
});

describe('the picture of a company', () => {
  it('has its name and place, or the board’s headline', () => {
    const clinic = { name: 'Tidewater Clinic', place: 'Norfolk, VA' };
    expect(headlineOfCompany(clinic)).toEqual({
      eyebrow: 'Norfolk, VA',
      title: 'Jobs at Tidewater Clinic',
    });
    expect(headlineOfCompany({ ...clinic, place: null }).eyebrow).toBe('Company');
    expect(headlineOfCompany({ ...clinic, name: '東京病院' })).toBe(sharedPages['/jobs']);
  });
});
