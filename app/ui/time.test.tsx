import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Time } from './time.tsx';

it('a timestamp of the database is valid in HTML, and a date stays a date', () => {
  const moment = <Time at="2027-01-26T12:59:30.780817+00:00">Jan 26</Time>;
  expect(renderToStaticMarkup(moment)).toBe(
    '<time dateTime="2027-01-26T12:59:30.780+00:00">Jan 26</time>',
  );
  expect(renderToStaticMarkup(<Time at="2027-01-26">Jan 26</Time>)).toContain('"2027-01-26"');
});
