import { data } from 'react-router';
import { site } from '#domain/site/brand.ts';
import { requestInfo } from '../data/data.server.ts';
import { Controls } from '../ui/gallery/controls.tsx';
import { Forms } from '../ui/gallery/forms.tsx';
import { Foundations } from '../ui/gallery/foundations.tsx';
import { Messages } from '../ui/gallery/messages.tsx';
import { Reading } from '../ui/gallery/reading.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/dev-ui';

export function meta() {
  return [{ title: `Parts · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Only for developers: strangers get a 404. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(requestInfo).isLocal) throw data(null, { status: 404 });
  return null;
}

/** Every part that pages are made of, in every state. */
export default function DevUi() {
  return (
    <>
      <PageHeader
        eyebrow="For those who build the site"
        title="The parts, and how they behave"
        intro="Every page is set from these. Look here before making a new one; try each with the keyboard, in the dark and on a phone."
      />
      <Foundations />
      <Controls />
      <Forms />
      <Messages />
      <Reading />
    </>
  );
}
