import { lifeInWords } from '#domain/account/link-life.ts';
import { Action, Code, Layout, Paragraph } from './layout.tsx';
import type { LetterProps, Template } from './template.ts';

/** The frame of all letters: a sentence, a button, the code, and what to do if you did not ask for it. */
export function letter(words: {
  title: string;
  text: string;
  button: string;
  /** What it means to receive the letter without having asked for it. */
  unasked: string;
  /** Set if the link opens something, so that it may be tied to the browser that asked. */
  opens?: true;
}): Template<LetterProps> {
  return {
    subject: (brand) => `${words.title} · ${brand.name}`,
    write: ({ brand, link, code, to, linkSeconds }) => (
      <Layout brand={brand} title={words.title} reason={`This email was sent to ${to}.`}>
        <Paragraph>{words.text}</Paragraph>
        <Action href={link}>{words.button}</Action>
        <Paragraph>
          {words.opens && isOfBrowser(link)
            ? `The link works once, for ${lifeInWords(linkSeconds)}, and only in the browser in which you asked for it. Are you reading this anywhere else? Then leave the link alone, and enter this code where you asked, within ten minutes:`
            : `The link works once, for ${lifeInWords(linkSeconds)}. If you are asked for a code instead, enter this one within ten minutes:`}
        </Paragraph>
        <Code>{code}</Code>
        <Paragraph>{words.unasked}</Paragraph>
      </Layout>
    ),
  };
}

/** Supabase Auth's prefix for a link that only the browser that asked can use. */
const isOfBrowser = (link: string) => link.includes('token=pkce_');
