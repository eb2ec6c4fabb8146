import { alertKinds, alertSentences, longestAlertAddress, rhythms } from '#domain/alerts/alerts.ts';
import { applicationMails, inboxTexts } from '#domain/applications/inbox.ts';
import { companyTexts, notItsLogo } from '#domain/companies/company.ts';
import { check, choice, isTooLong, type TableRules, visibleText, whole } from './row-checks.ts';

export const alerts: TableRules = {
  table: 'alerts',
  trigger: 'before_2',
  checks: [
    choice('kind', alertKinds, 'Choose what the alert is about'),
    choice('rhythm', rhythms, alertSentences.rhythm),
    whole('weekday', 1, 7, alertSentences.time),
    whole('hour', 0, 23, alertSentences.time),
    isTooLong('address', { name: 'The search', most: longestAlertAddress }),
  ],
};

export const inbox: TableRules[] = [
  {
    table: 'application_notes',
    trigger: 'before_2',
    checks: visibleText('body', inboxTexts.note),
  },
  {
    table: 'application_templates',
    trigger: 'before_2',
    checks: [
      ...visibleText('name', inboxTexts.templateName),
      ...visibleText('body', inboxTexts.template),
    ],
  },
  {
    table: 'application_mail_settings',
    trigger: 'before_2',
    checks: [
      choice('mails', applicationMails, alertSentences.time),
      whole('hour', 0, 23, alertSentences.time),
    ],
  },
];

export const companies: TableRules = {
  table: 'companies',
  trigger: 'before_3',
  checks: [
    ...visibleText('place', companyTexts.place),
    ...visibleText('about', companyTexts.about),
    check('logo', "new.logo !~ ('^' || new.id || '/[0-9a-f-]{36}\\.webp$')", notItsLogo),
  ],
};
