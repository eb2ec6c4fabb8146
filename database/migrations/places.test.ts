import { describe, expect, it } from 'vitest';
import type { FoundPlace } from '#domain/finding/typed-places.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, bugs } = await openTestApi();
const poster = await actors.signedIn();

async function find(...names: string[]) {
  const { data, error } = await actors.anonymous.client.rpc('find_places', { names });
  if (error) throw error;
  return data as FoundPlace[];
}

/** From an atlas, independent of the source of our own places. */
const atlas = `
New York, NY 40.71 -74.01 | Los Angeles, CA 34.05 -118.24 | Chicago, IL 41.88 -87.63 | Houston, TX 29.76 -95.37
Phoenix, AZ 33.45 -112.07 | Philadelphia, PA 39.95 -75.17 | San Antonio, TX 29.42 -98.49 | San Diego, CA 32.72 -117.16
Dallas, TX 32.78 -96.80 | San Jose, CA 37.34 -121.89 | Austin, TX 30.27 -97.74 | Jacksonville, FL 30.33 -81.66
Fort Worth, TX 32.76 -97.33 | Columbus, OH 39.96 -83.00 | Charlotte, NC 35.23 -80.84 | Indianapolis, IN 39.77 -86.16
San Francisco, CA 37.77 -122.42 | Seattle, WA 47.61 -122.33 | Denver, CO 39.74 -104.99 | Washington, DC 38.91 -77.04
Nashville, TN 36.16 -86.78 | Oklahoma City, OK 35.47 -97.52 | El Paso, TX 31.76 -106.49 | Boston, MA 42.36 -71.06
Portland, OR 45.52 -122.68 | Las Vegas, NV 36.17 -115.14 | Memphis, TN 35.15 -90.05 | Detroit, MI 42.33 -83.05
Baltimore, MD 39.29 -76.61 | Milwaukee, WI 43.04 -87.91 | Albuquerque, NM 35.08 -106.65 | Tucson, AZ 32.22 -110.97
Fresno, CA 36.75 -119.77 | Sacramento, CA 38.58 -121.49 | Kansas City, MO 39.10 -94.58 | Mesa, AZ 33.42 -111.83
Atlanta, GA 33.75 -84.39 | Omaha, NE 41.26 -95.94 | Colorado Springs, CO 38.83 -104.82 | Raleigh, NC 35.78 -78.64
Long Beach, CA 33.77 -118.19 | Virginia Beach, VA 36.85 -75.98 | Miami, FL 25.76 -80.19 | Oakland, CA 37.80 -122.27
Minneapolis, MN 44.98 -93.27 | Tulsa, OK 36.15 -95.99 | Bakersfield, CA 35.37 -119.02 | Wichita, KS 37.69 -97.34
Arlington, TX 32.74 -97.11 | Aurora, CO 39.73 -104.83 | Tampa, FL 27.95 -82.46 | New Orleans, LA 29.95 -90.07
Cleveland, OH 41.50 -81.69 | Honolulu, HI 21.31 -157.86 | Anaheim, CA 33.84 -117.91 | Lexington, KY 38.04 -84.50
Stockton, CA 37.96 -121.29 | Corpus Christi, TX 27.80 -97.40 | Saint Paul, MN 44.95 -93.09 | Newark, NJ 40.74 -74.17
Greensboro, NC 36.07 -79.79 | Buffalo, NY 42.89 -78.88 | Lincoln, NE 40.81 -96.70 | Anchorage, AK 61.22 -149.90
Durham, NC 35.99 -78.90 | Winston-Salem, NC 36.10 -80.24 | Asheville, NC 35.60 -82.55 | Wilmington, NC 34.24 -77.95
Fayetteville, NC 35.05 -78.88 | Cary, NC 35.79 -78.78 | Chapel Hill, NC 35.91 -79.06 | Concord, NC 35.41 -80.58
Gastonia, NC 35.26 -81.19 | Greenville, NC 35.61 -77.37 | Hickory, NC 35.73 -81.34 | High Point, NC 35.96 -80.01
Greenville, SC 34.85 -82.39 | Columbia, SC 34.00 -81.03 | Charleston, SC 32.78 -79.93 | Rock Hill, SC 34.92 -81.03
Spartanburg, SC 34.95 -81.93 | Norfolk, VA 36.85 -76.29 | Richmond, VA 37.54 -77.44 | Roanoke, VA 37.27 -79.94
Knoxville, TN 35.96 -83.92 | Chattanooga, TN 35.05 -85.31 | Savannah, GA 32.08 -81.09 | Augusta, GA 33.47 -81.97
Birmingham, AL 33.52 -86.80 | Mobile, AL 30.69 -88.04 | Jackson, MS 32.30 -90.18 | Little Rock, AR 34.75 -92.29
Saint Louis, MO 38.63 -90.20 | Cincinnati, OH 39.10 -84.51 | Pittsburgh, PA 40.44 -80.00 | Rochester, MN 44.02 -92.47
Salt Lake City, UT 40.76 -111.89 | Boise, ID 43.62 -116.20 | Spokane, WA 47.66 -117.43 | Des Moines, IA 41.59 -93.62
Madison, WI 43.07 -89.40 | Hartford, CT 41.76 -72.67 | Providence, RI 41.82 -71.41 | Burlington, VT 44.48 -73.21
Portland, ME 43.66 -70.26 | Springfield, IL 39.80 -89.65 | Springfield, MA 42.10 -72.59 | Fargo, ND 46.88 -96.79
San Juan, PR 18.47 -66.11 | Coeur d'Alene, ID 47.68 -116.78 | O'Fallon, MO 38.81 -90.70 | McAllen, TX 26.20 -98.23`;
const known = [...atlas.matchAll(/([^|\n]+), ([A-Z]{2}) ([\d.]+) (-[\d.]+)/g)].map(
  ([, name = '', state, latitude, longitude]) => ({
    name: name.trim(),
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }),
);

function milesBetween(one: (typeof known)[number], other: { latitude: number; longitude: number }) {
  const up = (other.latitude - one.latitude) * 69;
  const aside = (other.longitude - one.longitude) * 69 * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(up, aside);
}

describe('places', () => {
  it('a hundred of them are where an atlas has them, and are written as it writes them', async () => {
    expect(known.length).toBeGreaterThanOrEqual(100);
    const found: Awaited<ReturnType<typeof find>> = [];
    for (let from = 0; from < known.length; from += 40) {
      found.push(...(await find(...known.slice(from, from + 40).map(({ name }) => name))));
    }
    const wrong = known.filter((place) => {
      const ours = found.find(({ name, state }) => name === place.name && state === place.state);
      return !ours || milesBetween(place, ours) > 9;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['28202', 'NC', 35.23, -80.84],
    ['10001', 'NY', 40.75, -74],
    ['90210', 'CA', 34.09, -118.41],
    ['60601', 'IL', 41.89, -87.62],
    ['02108', 'MA', 42.36, -71.06],
    ['33101', 'FL', 25.78, -80.2],
    ['99501', 'AK', 61.22, -149.88],
    ['00901', 'PR', 18.47, -66.11],
  ])('%s is a ZIP code of %s', async (zip, state, latitude, longitude) => {
    const [place, ...more] = await find(zip);
    expect(more).toEqual([]);
    expect(place).toMatchObject({ name: zip, state });
    expect(
      milesBetween({ name: zip, state, latitude, longitude }, place as FoundPlace),
    ).toBeLessThan(6);
  });

  it('have one name however it is written, and the largest comes first', async () => {
    for (const name of ['st. paul', 'SAINT PAUL', 'St Paul']) {
      expect((await find(name))[0]).toMatchObject({ name: 'Saint Paul', state: 'MN', asked: name });
    }
    expect((await find('Cañon City'))[0]).toMatchObject({ state: 'CO' });
    expect((await find('winston salem'))[0]?.name).toBe('Winston-Salem');
    expect((await find('Ft. Worth'))[0]?.name).toBe('Fort Worth');
    expect((await find('Charlotte')).map(({ state }) => state)[0]).toBe('NC');
  });

  it('match a job whose city was imported together with its state', async () => {
    const town = { location: 'Asheville NC', city: 'Asheville NC', country: 'US' };
    const [id] = await storeJobs(database, [jobRow(poster.id, town)]);
    const wanted = [{ near: { latitude: 35.6, longitude: -82.55, miles: 10 } }];
    const { data } = await actors.anonymous.client.rpc('search_board', { wanted }).throwOnError();
    expect(data.map((job) => job.id)).toEqual([id]);
  });

  it.each([
    ['Raleigh NC', 'Raleigh, NC'],
    ['raleigh nc 27601', 'Raleigh, NC'],
    ['Charlotte North Carolina', 'Charlotte, NC'],
    ['New York NY', 'New York, NY'],
    ['Kansas City MO', 'Kansas City, MO'],
    ['Washington DC', 'Washington, DC'],
    ['San Francisco', 'San Francisco, CA'],
    ['Downtown LA', undefined],
    ['Remote OK', undefined],
  ])('of a posting in “%s”: %s', async (location, place) => {
    const [id] = await storeJobs(database, [jobRow(poster.id, { location })]);
    const near = known.find(({ name, state }) => `${name}, ${state}` === place);
    const state = location.slice(-2);
    const wanted = [near ? { near: { ...near, miles: 10 } } : { state }];
    const { data } = await actors.anonymous.client.rpc('search_board', { wanted }).throwOnError();
    const found = data.map((job) => job.id);
    expect(found.includes(`${id}`)).toBe(near !== undefined);
  });

  it('are not found for what is uninhabited, however it is queried', async () => {
    const nothing = [
      '',
      ' ',
      '%',
      'ch',
      'cha',
      '282',
      '00000',
      '99999999',
      '28202-1234',
      'a|b',
      ';',
    ];
    expect(await find(...nothing, 'x'.repeat(100_000), '東京', 'charlotte|NC', "'; --")).toEqual(
      [],
    );
    // Only the first forty names are looked up.
    expect(await find(...Array(40).fill('nowhere at all'), 'Charlotte')).toEqual([]);
  });

  it('are kept where nobody can read the rows themselves', async () => {
    for (const caller of [actors.anonymous.caller, (await actors.signedIn()).caller]) {
      const asked = database.askAs(caller, { text: 'select from private.place_blocks' });
      await expect(asked).rejects.toMatchObject({ code: '42501' });
    }
  });
});

it('looks up a limited number of names in a list, also those within a list', async () => {
  const { client } = actors.anonymous;
  const within = (list: string[]) => [list] as unknown as string[];
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const asked = within(letters.map((letter) => `qxzqxz${letter}`));
  expect((await client.rpc('suggest_words', { asked })).data).toHaveLength(8);
  const names = within([...Array(40).fill('nowhere at all'), 'Charlotte']);
  expect((await client.rpc('find_places', { names })).data).toEqual([]);
});

it('a list shows no posting that has just passed to somebody whom staff have blocked', async () => {
  const heir = await actors.signedIn();
  const pay = { salary_from: 30, salary_to: 40, salary_currency: 'USD', salary_period: 'hour' };
  const contract = { job_type: 'Contract', ...pay };
  const [, theirs] = await storeJobs(database, [
    jobRow(poster.id, { ...contract, title: 'Coder who stays' }),
    jobRow(poster.id, { ...contract, title: 'Coder of the blocked' }),
  ]);
  await asAdmin(async (client) => {
    await client.query(`update auth.users set banned_until = '2100-01-01' where id = $1`, [
      heir.id,
    ]);
    // As before the search has caught up.
    await client.query('begin; set local session_replication_role = replica');
    await client.query('update public.jobs set posted_by = $1 where id = $2', [heir.id, theirs]);
    await client.query('commit');
  });
  const { data } = await actors.anonymous.client.rpc('job_landing', { path: 'type/contract' });
  expect(data?.[0]?.jobs).toMatchObject([{ title: 'Coder who stays', ...pay }]);
});

it('met no bug on the way', () => expect(bugs).toEqual([]));
