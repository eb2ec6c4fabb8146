import { expect, test } from 'vitest';
import { describeAlert, nameHour, pageOfAlert } from './alerts.ts';

test.each([
  ['fit', 'q=coder', 'Jobs that fit your profile'],
  ['jobs', '', 'All jobs'],
  ['jobs', 'q=coder&type=Part-time&place=Durham', '“coder”, Part-time, within 25 miles of Durham'],
  ['jobs', 'place=North+Carolina&workplace=on-site', 'North Carolina, on site'],
  ['jobs', 'workplace=hybrid&pay=35&verified=1', 'hybrid, from $35 an hour, verified companies'],
  ['jobs', 'workplace=remote&pay=90k', 'remote, from $90,000 a year'],
  ['jobs', 'place=Durham&workplace=remote', 'remote, from Durham'],
  ['jobs', 'credential=any', 'any credential wanted'],
  ['jobs', 'credential=CIHIS-L', 'CIHIS-L wanted'],
  ['people', '', 'All candidates'],
  ['people', 'q=coder&level=Senior&location=Durham', '“coder”, Senior, Durham'],
  ['people', 'skill=Epic&skill=R', 'Epic or R'],
  ['people', 'skill=Epic&skill=R&mode=all', 'Epic and R'],
  ['people', 'location=Durham&miles=50&certification=CCS', 'within 50 miles of Durham, CCS'],
  ['people', 'availability=Within+1+month&verified=any', 'Within 1 month, any verified credential'],
  ['people', 'verified=CIHIS-L&from=3&to=12', 'verified CIHIS-L, 3 to 12 years'],
  ['people', 'from=1', '1 year or more'],
  ['people', 'to=2', 'up to 2 years'],
] as const)('an alert of %s for %j says %j', (kind, address, words) => {
  expect(describeAlert(kind, address)).toBe(words);
});

test('an alert links to its search, whatever was on the screen when it was saved', () => {
  expect(pageOfAlert('fit', 'q=coder')).toBe('/alerts');
  expect(pageOfAlert('jobs', 'q=coder&sort=pay&posted=7')).toBe('/jobs?q=coder');
  expect(pageOfAlert('people', 'q=coder&level=Senior')).toBe(
    '/browse-candidates?q=coder&level=Senior',
  );
});

test.each([
  [0, '12 AM'],
  [11, '11 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %i is %s', (hour, words) => {
  expect(nameHour(hour)).toBe(words);
});
