import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { deflateSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import {
  mostUnpackedBytes,
  type ProposedProfile,
  type ResumeRefusal,
} from '#domain/applications/resume.ts';
import { docxOf, pdfOf } from '#test/support/resumes.ts';
import { describeFound, madeUpResumes } from './fixture/made-up-resumes.ts';
import { proposeProfile } from './propose-profile.ts';
import { apart, readResumeFile } from './read-resume-file.ts';
import { readText } from './read-text.ts';

const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const readZip = (file: Uint8Array) => strFromU8(unzipSync(file)['[Content_Types].xml'] ?? file);

const readAsSomebody = (file: Uint8Array) => readResumeFile(file, 'somebody');

async function refusalOf(read: typeof readText, file: Uint8Array) {
  try {
    await read(file);
    return undefined;
  } catch (error) {
    return (error as { reason?: ResumeRefusal }).reason;
  }
}

/** A PDF whose only stream contains other objects, compressed as PDF 1.5 allows. */
function packed(objects: string): Uint8Array<ArrayBuffer> {
  const content = deflateSync(Buffer.from(objects, 'latin1'));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(
        `%PDF-1.5\n1 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${content.length}>>\nstream\n`,
      ),
      content,
      Buffer.from('\nendstream\nendobj\n%%EOF'),
    ]),
  );
}

describe('a file that is refused', () => {
  const files: [string, ResumeRefusal, Uint8Array | (() => Promise<Uint8Array>)][] = [
    ['nothing', 'empty', new Uint8Array()],
    ['over 5 MB', 'too_large', new Uint8Array(5 * 1_048_576 + 1)],
    ['a program', 'other_kind', bytes('MZ\u0090\u0000')],
    ['a page called .pdf', 'other_kind', utf8('<script>alert(1)</script>')],
    [
      'a script',
      'active',
      bytes('%PDF-1.4\n1 0 obj\n<</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>\nendobj'),
    ],
    [
      'a script in other letters',
      'active',
      bytes('%PDF-1.4\n1 0 obj\n<</S /J#61vaScr#69pt>>\nendobj'),
    ],
    [
      'a program to start',
      'active',
      bytes('%PDF-1.4\n1 0 obj\n<</AA <</O <</S /Launch /F (cmd.exe)>>>>>>\nendobj'),
    ],
    [
      'another file in it',
      'active',
      bytes('%PDF-1.4\n1 0 obj\n<</Names <</EmbeddedFiles 2 0 R>>>>\nendobj'),
    ],
    ['a script in a packed object', 'active', packed('1 0 <</S /JavaScript /JS 2 0 R>>')],
    ['a password', 'encrypted', bytes('%PDF-1.4\ntrailer <</Encrypt 5 0 R>>')],
    ['an old Word file', 'other_kind', bytes('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')],
    [
      'a protected Word file',
      'encrypted',
      bytes(`\u00d0\u00cf\u0011\u00e0${[...'EncryptedPackage'].join('\0')}\0`),
    ],
    ['a PDF that unpacks to 100 MB', 'too_deep', packed(' '.repeat(100 * 1_048_576))],
    ['half a PDF', 'broken', async () => (await pdfOf(['Whole'])).slice(0, 200)],
    ['a zip of nothing', 'broken', bytes('PK\u0003\u0004nothing')],
    ['macros', 'active', docxOf(['x'], { 'word/vbaProject.bin': bytes('x') })],
    [
      'a document for macros',
      'active',
      docxOf(['x'], {}, 'vnd.ms-word.document.macroEnabled.main+xml'),
    ],
    ['ActiveX', 'active', docxOf(['x'], { 'word/activeX/activeX1.xml': strToU8('<x/>') })],
    [
      'a spreadsheet',
      'other_kind',
      docxOf(['x'], {}, 'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
    ],
    [
      'a template from elsewhere',
      'active',
      docxOf(['x'], {
        'word/_rels/settings.xml.rels': strToU8(
          '<Relationships><Relationship Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/></Relationships>',
        ),
      }),
    ],
    [
      'a field that starts a program',
      'active',
      docxOf(['x'], {
        'word/header1.xml': strToU8(
          '<w:hdr><w:instrText> DDEAUTO c:\\\\cmd.exe </w:instrText></w:hdr>',
        ),
      }),
    ],
    ...Object.entries({
      'in one piece': '<w:fldSimple w:instr=" DDEAUTO c:\\\\cmd.exe "/>',
      'in other letters': '<w:instrText> D&#68;E&#x41;UTO c:\\\\cmd.exe </w:instrText>',
      'under another prefix': '<x:instrText> DDE c:\\\\cmd.exe </x:instrText>',
      'as a piece of another file': '<x:altChunk r:id="rId9"/>',
    }).map(([how, xml]): (typeof files)[number] => [
      `such a field ${how}, in a footnote`,
      'active',
      docxOf(['x'], { 'word/footnotes.xml': strToU8(`<w:footnotes>${xml}</w:footnotes>`) }),
    ]),
    [
      'such a field in other bytes',
      'active',
      docxOf(['x'], {
        'word/header1.xml': utf16('<w:hdr><w:instrText> DDE x </w:instrText></w:hdr>'),
      }),
    ],
    [
      'a part of it that is called otherwise',
      'broken',
      docxOf(['x'], {
        '[Content_Types].xml': strToU8(
          `${readZip(docxOf(['x']))}<Override PartName="/word/header1.bin" ContentType="application/x.wordprocessingml.header+xml"/>`,
        ),
      }),
    ],
    [
      'an object under any name',
      'active',
      docxOf(['x'], {
        'word/_rels/document.xml.rels': strToU8(
          '<Relationships><Relationship Type="http://x/ole&#79;bject" Target="any/one.bin"/></Relationships>',
        ),
      }),
    ],
    [
      'a DOCX that unpacks to more than 20 MB',
      'too_deep',
      docxOf(['x'], { 'word/big.xml': new Uint8Array(mostUnpackedBytes + 1) }),
    ],
  ];
  /** Whose process says more than the reading. Each takes as much as all others together. */
  const inItsProcess = [
    ...['nothing', 'over 5 MB', 'a script', 'a password', 'half a PDF', 'a zip of nothing'],
    ...['a PDF that unpacks to 100 MB', 'a DOCX that unpacks to more than 20 MB'],
  ];
  it.each(files)('%s: %s', async (name, reason, given) => {
    const file = typeof given === 'function' ? await given() : given;
    const read = inItsProcess.includes(name) ? readAsSomebody : readText;
    expect(await refusalOf(read, file)).toBe(reason);
  });
});

it('does not include an initial page view, a link or the word JavaScript', async () => {
  const file = await pdfOf([], (page) => {
    page.text('HTML, CSS, JavaScript (ES2020), /JS (five years)');
    page.text('My site', { link: 'https://sam.example' });
  });
  expect((await readAsSomebody(file)).text).toContain('JavaScript');
});

it('does not include a document whose parts are named as in Word for the web', async () => {
  const { 'word/document.xml': body = new Uint8Array() } = unzipSync(docxOf(['Sam Sample']));
  const file = docxOf(['of before'], {
    '_rels/.rels': strToU8(
      '<Relationships><Relationship Type="http://x/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>',
    ),
    'word/document2.xml': body,
    // The printer settings that Word saves are not text.
    'word/printerSettings/printerSettings1.bin': bytes('HP'),
    '[Content_Types].xml': strToU8(
      `${readZip(docxOf(['x']))}<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings"/>`,
    ),
  });
  expect(await readText(file)).toMatchObject({
    kind: 'docx',
    text: expect.stringMatching(/^Sam Sample/),
  });
});

it('many uploads by one person hold up nobody else', async () => {
  const file = docxOf(['x']);
  const done: string[] = [];
  const read = (asker: string) => readResumeFile(file, asker).then(() => done.push(asker));
  await Promise.all([...Array.from({ length: 3 }, () => read('many')), read('one')]);
  expect(done.indexOf('one')).toBeLessThan(2);
});

/** What a person would have typed from each, and what was proposed: the table in docs/resumes.md. */
it('extracts from ten made-up resumes what the docs say', async () => {
  const rows: string[] = [];
  let [right, all, wrong] = [0, 0, 0];
  for (const { layout, file, holds } of madeUpResumes) {
    const { text } = await readText(await file());
    const proposed: ProposedProfile = proposeProfile(text, new Date('2026-11-22'));
    const found = describeFound(proposed, holds);
    right += found.right;
    all += found.all;
    wrong += found.wrong.length;
    rows.push(
      `| ${layout} | ${found.right} of ${found.all} | ${[...found.missed, ...found.wrong].join('; ') || 'nothing'} |`,
    );
  }
  rows.push(`| **All ten** | **${right} of ${all}** | ${wrong} wrong |`);
  const page = readFileSync('docs/resumes.md', 'utf8');
  expect(page.split('\n').filter((line) => /^\| .*\d of \d/.test(line))).toEqual(rows);
}, 60_000);

describe('the process that reads a file', () => {
  const child = fork(new URL('./fixture/look-around.ts', import.meta.url), apart);
  afterAll(() => child.disconnect());

  async function lookAround(way: 'read' | 'write' | 'run', place: string) {
    child.send({ way, place });
    const [answer] = await once(child, 'message');
    return answer as { found: string; settings: string[] };
  }
  const ours = (place: string) => new URL(`../../../${place}`, import.meta.url).pathname;

  it('can read its own code, and no settings', async () => {
    expect(await lookAround('read', ours('api/applications/resume/open-docx.ts'))).toMatchObject({
      found: 'done',
      settings: expect.not.arrayContaining(['PATH', 'HOME', 'DATABASE_URL']),
    });
  });

  it.each([
    ['read', ours('.env.example')],
    ['read', ours('package-lock.json')],
    ['read', ours('domain/site/brand.ts')],
    ['read', ours('api/secrets.ts')],
    ['read', '/etc/passwd'],
    ['read', '/proc/self/environ'],
    ['write', ours('api/applications/resume/new.ts')],
    ['write', `${tmpdir()}/new`],
    ['run', '/bin/true'],
  ] as const)('may not %s %s', async (way, place) => {
    expect((await lookAround(way, place)).found).toBe('ERR_ACCESS_DENIED');
  });
});
