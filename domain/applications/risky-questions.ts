/**
 * Questions that an employer in the United States should not ask before an offer: about age, family, religion, origin
 * and the like (Title VII, ADEA, ADA, GINA), and what several states forbid, such as former pay and arrests. The list
 * warns and never blocks: it knows words, not intentions.
 */
type Topic = { name: string; why: string; signs: RegExp };

const topic = (name: string, why: string, ...signs: string[]): Topic => ({
  name,
  why,
  signs: new RegExp(signs.join('|'), 'i'),
});

const topics: readonly Topic[] = [
  topic(
    'age',
    'Ask whether somebody is at least 18 where the law needs it, and nothing else about age.',
    String.raw`\bhow old\b`,
    String.raw`\b(your|current|exact) age\b`,
    String.raw`\bage (group|range|bracket)\b`,
    String.raw`\b(date|year|month) of birth\b|\bbirth ?(day|date|year)\b|\bdob\b`,
    String.raw`\b(year|when|date)\b.{0,30}\bgraduat(e|ed|ion)\b.{0,20}\b(high school|college|university)\b`,
    String.raw`\bborn (in|before|after|on)\b|\bwere you born\b`,
    String.raw`\b(retire|retirement)\b`,
    String.raw`\b(under|over|younger than|older than) (30|35|40|45|50|55|60|65)\b(?! (hours|charts|records|beds|pounds|lbs|miles|percent|%))`,
    String.raw`\bdigital native\b`,
  ),
  topic(
    'family',
    'Say which hours and trips the job asks for, and ask whether they suit.',
    String.raw`\b(are|were) you (married|single|divorced|widowed|engaged|pregnant|a (parent|mother|father|mom|dad))\b`,
    String.raw`\b(marital|family|parental) status\b`,
    String.raw`\b(husband|wife|spouse|fianc[eé]e?|boyfriend|girlfriend|maiden name)\b`,
    String.raw`\bpregnan(t|cy)\b|\bmaternity\b|\bpaternity\b`,
    String.raw`\b(your|any|have|many|plan|planning|young|having|raise|raising) (\w+ )?(children|kids|child)\b|\b(child ?care|day ?care)\b`,
    String.raw`\b(start(ing)?|plan(ning)?) a family\b|\bmrs\.? or (ms|miss)\b|\bdependents\b`,
  ),
  topic(
    'religion',
    'Say on which days the work is, and ask whether somebody can work then.',
    String.raw`\b(religio(n|us)|denomination|your faith|faith community|place of worship)\b`,
    String.raw`\b(church|mosque|synagogue|temple) do you\b|\b(attend|belong to|go to) (a |any |the )?(church|mosque|synagogue|temple)\b`,
    String.raw`\b(are you|be) (an? )?(christian|catholic|protestant|jewish|muslim|hindu|buddhist|atheist)\b`,
    String.raw`\b(sabbath|pray(er)?s?)\b|\bholy days?\b`,
  ),
  topic(
    'origin',
    'Ask whether somebody may work in the United States, and which languages the job needs.',
    String.raw`\b(native|first|mother) (language|tongue|speaker)\b`,
    String.raw`\b(country|place|city|state) of (birth|origin)\b|\bbirthplace\b`,
    String.raw`\b(national origin|nationality|ancestry|ethnic(ity)?|your race|racial|skin colou?r|heritage|accent)\b`,
    String.raw`\bwhere (are|were) (you|your parents|your family) (originally )?(from|born|come)\b`,
    String.raw`\b(are you|be) an? (us |u\.s\. |american )?citizen\b|\bcitizenship\b|\bgreen card\b|\bimmigra(nt|tion) status\b`,
    String.raw`\b(are you|be) (a |an )?(white|black|hispanic|latin[oax]|asian|african american|native american)\b`,
  ),
  topic(
    'disability and health',
    'Describe the tasks, and ask whether somebody can do them with or without accommodation.',
    String.raw`\bdisab(led|ility|ilities)\b|\bhandicap`,
    String.raw`\b(your|any) (\w+ )?(illness(es)?|disease|health (problems?|conditions?|issues?|history)|medical (conditions?|history|problems?|issues?)|mental health|physical limitations?|injur(y|ies))\b`,
    String.raw`\b(take|taking|on) (any )?(prescri\w+|medications?|medicines?)\b|\bsick (days|leave)\b`,
    String.raw`\bworkers['’]? comp(ensation)?\b (claim|before|ever)|\bfiled.{0,30}\bworkers['’]? comp`,
    String.raw`\byou (ever )?(have|had|suffer\w*( from)?) (hiv|aids|cancer|diabetes|epilepsy|depression|anxiety)\b`,
    String.raw`\bgenetic\b (test|information|condition)|\bfamily medical history\b|\b(alcoholic|rehab|addict(ed|ion))\b`,
    String.raw`\bhow (tall|heavy)\b|\byour (height|weight)\b|\bhealthy enough\b|\bwheelchair\b`,
  ),
  topic(
    'sex and orientation',
    'The job is open to everybody, so leave it out.',
    String.raw`\b(your|what) (sex|gender)\b|\bgender identity\b|\bsexual (orientation|preference)\b|\bpronouns\b`,
    String.raw`\b(are you|be) (an? )?(male|female|man|woman|gay|lesbian|straight|transgender|bisexual|heterosexual)\b`,
  ),
  topic(
    'arrests and convictions',
    'Many states let an employer ask about convictions only after an offer, and about arrests never.',
    String.raw`\barrest(ed|s)?\b`,
    String.raw`\b(convicted|convictions?|felony|felonies|misdemeanou?rs?)\b`,
    String.raw`\bcriminal (record|history|background|charges?|past)\b|\b(been|spent|time) (in|to) (jail|prison)\b`,
  ),
  topic(
    'pay in former jobs',
    'State what you pay, or ask what somebody expects: many states forbid to ask what they earned.',
    String.raw`\b(current|previous|prior|last|past|present|former|existing) (\w+ )?(salary|pay|wages?|compensation|earnings|income|rate)\b`,
    String.raw`\b(salary|pay|wage|compensation|earnings) history\b`,
    String.raw`\bhow much (do|did|are|were|have) you (\w+ )?(earn|earned|earning|make|making|made|paid|being paid)\b`,
    String.raw`\bwhat (do|did) you (earn|make|get paid)\b|\b(w-?2|pay ?stubs?)\b`,
  ),
  topic(
    'money and property',
    'Credit and property say nothing of the work, and weigh unequally.',
    String.raw`\b(credit (score|rating|report|history)|bankrupt(cy)?|garnish(ed|ment))\b`,
    String.raw`\bown (a |your )?(car|home|house)\b|\brent or own\b`,
  ),
  topic(
    'unions, politics and service',
    'Leave out what somebody belongs to and how they were discharged.',
    String.raw`\b(labor |trade )?union (member|membership|card)\b|\b(belong to|member of|join|support) (a |any |the )?(labor |trade )?unions?\b`,
    String.raw`\b(political (party|views?|affiliation)|how (do|did) you vote|who did you vote)\b|\b(democrat|republican)\b`,
    String.raw`\b(type of |military |dishonou?rabl\w+ )discharged?\b`,
  ),
];

export type RiskyTopic = Pick<Topic, 'name' | 'why'>;

/** The risky topic that a question seems to be about, if any. */
export function riskyTopicOf(question: string): RiskyTopic | undefined {
  return topics.find(({ signs }) => signs.test(question));
}
