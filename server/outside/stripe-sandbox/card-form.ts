import { html } from 'hono/html';
import { testCards } from './cards.ts';
import type { Markup } from './look.ts';

/** The fields of a card. After a refusal they are empty: a card number is never sent back. */
export function cardFields(problem?: string): Markup {
  return html`
    ${problem ? html`<p class="wrong" id="problem" role="alert">${problem}</p>` : ''}
    <div class="field">
      <label for="number">Card number</label>
      <input id="number" name="number" inputmode="numeric" autocomplete="off" required
        placeholder="4242 4242 4242 4242" aria-describedby="cards${problem ? ' problem' : ''}"
        ${problem ? html`aria-invalid="true" autofocus` : ''} />
      <p class="hint" id="cards">Only the test cards below work.</p>
    </div>
    <div class="pair">
      <div class="field">
        <label for="expiry">Expiry</label>
        <input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" placeholder="12 / 34" />
      </div>
      <div class="field">
        <label for="cvc">Security code</label>
        <input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" placeholder="123" />
      </div>
    </div>`;
}

export function cardList({ isOpen = false } = {}): Markup {
  return html`<details ${isOpen ? 'open' : ''}>
    <summary>Test cards</summary>
    <ul>
      ${testCards.map(
        ({ number, says }) =>
          html`<li><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> <span>${says}</span></li>`,
      )}
    </ul>
  </details>`;
}

export const notATestCard =
  'This is not one of the test cards. Nothing was kept. Choose one from the list below.';
