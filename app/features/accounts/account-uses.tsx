const uses = [
  ['Post jobs', 'Free of charge. People apply here or on your own page.'],
  ['Be found', 'Keep a candidate profile, and decide whether employers see it.'],
  [
    'Search candidates',
    'With an employer membership, read all public profiles and write to people.',
  ],
] as const;

export function AccountUses() {
  return (
    <>
      <h2>With an account</h2>
      <dl>
        {uses.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
