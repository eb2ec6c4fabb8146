import { jobMarket, skillsInDemand } from '#app/content/job-market.ts';
import { jobs } from '#app/content/jobs.ts';
import { JobMarketFigures } from '#app/pictures/job-market-figures.tsx';
import { WrittenOnce } from '#app/site-parts/written-once.tsx';

/** Next to the list: what employers ask for, and the market in figures. */
export function Market() {
  return (
    <WrittenOnce name="market" className="board-rail">
      <section aria-labelledby="skills-title">
        <h2 id="skills-title">{jobs.skills}</h2>
        <ul className="skill-cards">
          {skillsInDemand.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="market-title">
        <h2 id="market-title">{jobMarket().title}</h2>
        <JobMarketFigures />
      </section>
    </WrittenOnce>
  );
}
