import { expect, test } from 'vitest';
import { riskyTopicOf } from './risky-questions.ts';

/** Fifty that should not be asked, by topic. */
const risky: Record<string, string[]> = {
  age: [
    'How old are you?',
    'What is your date of birth?',
    'In which year did you graduate from high school?',
    'Which age group do you belong to?',
    'Are you over 50?',
    'When do you plan to retire?',
    'Would you call yourself a digital native?',
  ],
  family: [
    'Are you married?',
    'Do you have children?',
    'Are you pregnant or planning to become pregnant?',
    'What does your husband do for a living?',
    'What is your marital status?',
    'Who takes care of your kids while you work?',
    'Do you plan to start a family in the next years?',
    'Do you have reliable childcare?',
    'What is your maiden name?',
  ],
  religion: [
    'What is your religion?',
    'Which church do you attend?',
    'Are you Christian?',
    'Do you observe the Sabbath?',
    'Which religious holidays do you keep?',
  ],
  origin: [
    'Where are you originally from?',
    'What is your native language?',
    'Are you a US citizen?',
    'What is your country of birth?',
    'What is your ethnicity?',
    'Where were your parents born?',
    'Do you hold a green card?',
  ],
  'disability and health': [
    'Do you have a disability?',
    'Do you have any medical conditions that we should know of?',
    'Are you taking any medication?',
    'How many sick days did you take last year?',
    'Have you ever filed a workers’ compensation claim?',
    'How tall are you?',
    'Have you ever been treated for addiction?',
    'What is your family medical history?',
  ],
  'sex and orientation': [
    'What is your gender?',
    'Are you a man or a woman?',
    'What is your sexual orientation?',
  ],
  'arrests and convictions': [
    'Have you ever been arrested?',
    'Have you been convicted of a felony?',
    'Do you have a criminal record?',
  ],
  'pay in former jobs': [
    'What is your current salary?',
    'How much did you earn in your last job?',
    'Please state your salary history.',
    'What were your previous wages?',
  ],
  'money and property': ['What is your credit score?', 'Do you own a car?'],
  'unions, politics and service': [
    'Are you a union member?',
    'Which political party do you support?',
  ],
};

/** Fifty that are about the work. */
const fit = [
  'Are you at least 18 years old and legally allowed to work?',
  'Are you authorized to work in the United States?',
  'Will you now or later need sponsorship for a work visa?',
  'How many years of inpatient coding experience do you have?',
  'Do you hold an active CCS or CPC credential?',
  'Which encoder have you worked with most?',
  'Have you written appeals for denied claims?',
  'Which payers have you worked with?',
  'Are you willing to work the night shift?',
  'Can you work on Saturdays?',
  'Can you travel up to 25% of the time?',
  'What salary do you expect?',
  'When could you start?',
  'How many charts do you code in a day?',
  'Have you coded over 50 charts a day in production?',
  'What is your coding accuracy rate?',
  'Do you have experience with Epic?',
  'Have you queried physicians about documentation?',
  'Which languages that this job needs do you speak: Spanish or English?',
  'Are you fluent in Spanish?',
  'Do you have a high school diploma or the equivalent?',
  'Which degree do you have?',
  'Are you a registered nurse?',
  'Do you have a quiet place to work from home?',
  'Do you have an internet connection of at least 50 Mbps?',
  'Have you led a team of five or more?',
  'Describe a denial that you overturned.',
  'Which AI tools have you used in your work?',
  'How would you check the output of an AI coding tool?',
  'Have you trained clinicians on documentation?',
  'Do you know the two-midnight rule?',
  'Have you worked with children’s hospitals?',
  'Have you coded pediatric encounters?',
  'Do you have experience coding oncology and cancer registries?',
  'Have you validated risk adjustment for diabetes coding?',
  'Have you audited obstetrics coding?',
  'Have you managed a credentialing process?',
  'Are you comfortable with public speaking?',
  'What interests you about this position?',
  'Which state do you live in?',
  'Are you in the Eastern time zone?',
  'Can you do the tasks described, with or without accommodation?',
  'Have you worked under a compliance program?',
  'How do you handle protected health information?',
  'Have you prepared reports on cost of care?',
  'Do you have access to a reliable way to reach the office?',
  'Have you used SQL to pull claims data?',
  'What is your notice period?',
  'Would you work on a contract basis?',
  'How did you hear about this job?',
];

test('a hundred sentences are all classified correctly', () => {
  const wrong: string[] = [];
  for (const [name, questions] of Object.entries(risky)) {
    for (const question of questions) {
      const found = riskyTopicOf(question)?.name;
      if (found !== name) wrong.push(`${question} is ${name}, not ${found}`);
    }
  }
  for (const question of fit) {
    const found = riskyTopicOf(question)?.name;
    if (found) wrong.push(`${question} is none, not ${found}`);
  }
  expect(wrong).toEqual([]);
  expect(Object.values(risky).flat().length).toBe(50);
  expect(fit.length).toBe(50);
});
