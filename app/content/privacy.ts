import { titled } from './page-parts.ts';
import type { PolicyPage } from './policy.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** OWNER: have counsel review before launch (see docs/owner-checklist.md). */
export const privacy: PolicyPage = {
  meta: {
    title: titled('Privacy policy'),
    description:
      'What we collect, what we use it for, who sees it, how long we keep it, and how to have it corrected or deleted.',
  },
  title: 'Privacy policy',
  effective: { text: 'Effective 10/1/2025', date: '2025-10-01' },
  lede: 'What we collect, why, who sees it and what you can ask of us. Please never send us patient information; none of our services needs it.',
  sections: [
    {
      id: 'information-we-collect',
      title: 'Information we collect',
      body: [
        bullets(
          'Account: your name, email address and a protected form of your password; second steps for signing in, passkeys and accounts of other services if you add them',
          'Security: when your account was used or changed, with which browser and from which network, for a year; and where you are signed in now',
          'Candidate profile: what you enter, such as headline, experience, skills, certifications, education, links and availability, your picture, whether it is public, and the companies you hide it from',
          'Applications that you send on this site: your name, address and answers, your note and resume, your profile as it was if you send it along, and what became of them',
          'Credentials that we awarded to you: your name as it stands on the certificate, the address it was awarded to, what it is and when, and what became of it. Whoever has its number can check it; search engines show it only if you choose so',
          'Jobs you post: the job and the contact person’s name, email address and, if given, phone number',
          'Messages between employers and candidates, when they were read, and whom you blocked or reported',
          'What you keep: jobs you saved, and, as a member, candidates you saved with your notes',
          'Membership: whether it is active, since when and until when, its price, and the payment processor’s reference to it',
          'Emails that we sent you: when, and what they were about, for 30 days; links, codes and what people wrote are left out',
          'Alerts: what you look for, when they come, and which jobs or people they found; without an account also your address and the wording of your consent',
          'Newsletter: your address, the time and wording of your consent, and what was sent to you',
          'Reports: the reason, and your note if you write one; for a profile or a conversation also that it was you, for a job nothing about you',
          'Companies that you work for here: your role in the team, what you claim for the company, and the address of a colleague whom you ask to join',
          'What our staff did about your account, why, and what they noted on it',
          'Use of job links: how often a job’s application link is opened each day. So that one person counts once, a mark that does not say who you are is kept for half an hour',
        ),
        paragraph(
          'Payments go through third-party processors. Full card numbers are not stored by us.',
        ),
        paragraph(
          'The certification quiz saves no answers to an account or a profile. They are kept in the address of the page.',
        ),
      ],
    },
    {
      id: 'how-we-use-it',
      title: 'How we use it',
      body: [
        bullets(
          'To run your account, profile, jobs, applications, alerts, messages and membership',
          'To deliver training, certification and advisory services that you ordered',
          'To answer you, and to send notices about your account',
          'To send the newsletter, if you confirmed it',
          'To keep the site secure and to find faults',
          'To count how often pages are viewed, without identifying anyone',
        ),
        paragraph('We do not sell personal information, and we show no advertising.'),
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      body: [
        bullets(
          'A candidate profile is shown to employers with an active membership, and only while you keep it public.',
          'An application, with whatever of your profile you send along, is shown to the people who work for the company that you send it to.',
          'A job, with its contact person, is shown to everyone.',
          'When you answer an employer who wrote to you about your profile, the employer sees your name. Your email address is not shown.',
          'A message is shown to the person it is for, and to our staff if one of you reports the conversation.',
          'Processors that we need receive what their task requires: payment, email delivery, hosting.',
          'Authorities receive information where the law obliges us.',
        ),
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and browser storage',
      body: [
        paragraph(
          'Before you sign in, the site sets no cookies and loads nothing from third parties. If you choose light or dark colors at the foot of a page, your browser keeps the choice. When you sign in, your session is kept in your browser so that you stay signed in, and what your pages asked for last, without the answers, so that they open sooner; both are removed when you sign out. What you have typed into a long form, such as a job, a profile or a message, is kept in your browser for up to 30 days so that it is not lost, and is removed when it is sent or when you sign out. Jobs that you save without an account are kept in your browser only. If you sign in through another service, one cookie, kept for ten minutes, ties its answer to your browser. We use no advertising or tracking cookies.',
        ),
        paragraph(
          'Page views are counted on our server without cookies and without a record of who you are; so that nobody is counted twice, the network address of a view stays in memory for a minute. External pages that you open, such as scheduling and payment, set their own cookies under their own policies.',
        ),
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      body: [
        paragraph('You may ask us for:'),
        bullets(
          'Access: a copy of the information we hold about you',
          'Correction of anything that is wrong',
          'Deletion of your information, as far as no law requires us to keep it',
          'Objection to a use that you do not want',
          'Withdrawal of consent, at any time, for what you consented to',
        ),
        paragraph(
          'Much of it you can do yourself. Your ',
          link('account page', '/account'),
          ' shows what happened in your account, gives you a copy of your data and deletes the account. What somebody reported to us, a job, a profile or a conversation, is kept for {evidence-days} days after that for whoever looks into the report, and is then deleted; people whom you wrote with keep their own messages, and the name under which you wrote. An application that you delete, or that goes with your account, is withdrawn, and the company loses it after the time in which it may have to keep records by law. A credential can still be checked by its number, with your name and without any link to you, unless you choose to have it erased. You can edit, hide or delete your candidate profile at any time, and every newsletter carries a link to unsubscribe, which deletes your address. For anything else, write to ',
          link('{email}', 'mailto:{email}'),
          '.',
        ),
      ],
    },
    {
      id: 'security',
      title: 'Security',
      body: [
        paragraph(
          'Connections are encrypted. Passwords are stored only in a protected form that cannot be read back. The database itself decides which rows each person may see. Access by staff is limited to what a task needs. No system is free of risk; if an incident affects you, we will tell you as the law requires.',
        ),
      ],
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      body: [
        paragraph(
          'Links to scheduling, payment, podcasts, articles and employers’ pages lead to services with privacy policies of their own. Please read them there.',
        ),
      ],
    },
    {
      id: 'updates',
      title: 'Updates to this policy',
      body: [
        paragraph(
          'When this policy changes, the date at the top changes with it. We announce substantial changes on the site or by email before they take effect.',
        ),
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: [
        paragraph(
          'Privacy questions and requests: ',
          link('{email}', 'mailto:{email}'),
          '. {company}, {region}.',
        ),
      ],
    },
  ],
};
