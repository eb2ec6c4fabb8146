import { AlertFoot, rhythmWords } from '../alert-foot.tsx';
import { countedOrMore } from '../counted-or-more.ts';
import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import type { PeopleAlertProps, Template } from '../template.ts';

/**
 * Only what the site's lists say of people, without their names: who they are can be read on the site, as long as they
 * allow it.
 */
export const peopleAlert: Template<PeopleAlertProps> = {
  subject: (brand, props) => `${titleOf(props)} · ${brand.name}`,
  write: ({ brand, ...props }) => {
    const { people, total, link, manageLink, stopLink, rhythm, search } = props;
    const further = total - people.length;
    return (
      <Layout
        brand={brand}
        title={titleOf(props)}
        reason={`You are receiving this email because you saved an alert in the talent search. It comes ${rhythmWords[rhythm]}.`}
      >
        {search && (
          <Paragraph>
            Your search: <bdi>{search}</bdi>
          </Paragraph>
        )}
        {people.map((person) => (
          <Paragraph key={person.link}>
            <TextLink href={person.link}>
              <strong dir="auto">{person.headline}</strong>
            </TextLink>
            <br />
            {person.facts.join(' · ')}
          </Paragraph>
        ))}
        <Action href={link}>
          {further > 0 ? 'See the others in the talent search' : 'Open the talent search'}
        </Action>
        <AlertFoot manageLink={manageLink} stopLink={stopLink} />
      </Layout>
    );
  },
};

function titleOf(props: Pick<PeopleAlertProps, 'total' | 'mayBeMore'>): string {
  return countedOrMore(props, 'new candidate for your alert', 'new candidates for your alert');
}
