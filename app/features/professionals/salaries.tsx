import { professionals } from '#app/content/professionals.ts';
import { SalaryChart } from '#app/pictures/salary-chart.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede } = professionals.salary;

export function Salaries() {
  return (
    <Section layout="beside" eyebrow={eyebrow} title={title} intro={lede}>
      <SalaryChart />
    </Section>
  );
}
