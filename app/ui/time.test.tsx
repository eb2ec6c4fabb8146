import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Time } from './time.tsx';

it('a moment of the database is one that HTML knows, and a day stays a day', () => {
  const moment = <Time at="2027-01-26T12:59:30.780817+00:00">Jan 26</Time>;
  expect(renderToStaticMarkup(moment)).toBe(
    '<time dateTime="2027-01-26T12:59:30.780+00:00">Jan 26</time>',
  );
  expect(renderToStaticMarkup(<Time at="2027-01-26">Jan 26</Time>)).toContain('"2027-01-26"');
});
