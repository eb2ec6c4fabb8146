import { readBadgeFile } from '#domain/credentials/badge-file.ts';
import {
  didDocumentPath,
  type Proof,
  proveToken,
  readIssuer,
} from '#domain/credentials/badge-proof.ts';
import {
  readCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import { verifyNumber } from '#domain/site/links.ts';

/*
 * The check of credentials: a dropped or chosen file is verified in this browser, and only its number is sent; the
 * camera reads codes where the browser can. If anything here fails, the forms still work.
 */

const result = document.querySelector<HTMLElement>('[data-check-result]');
const fileForm = document.querySelector<HTMLFormElement>('[data-check-file]');
const scanButton = document.querySelector<HTMLButtonElement>('[data-scan]');

if (result && fileForm && crypto.subtle) checkFilesHere(result, fileForm);
if (scanButton) offerCamera(scanButton).catch(() => {});

function checkFilesHere(place: HTMLElement, form: HTMLFormElement) {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  form.addEventListener('submit', (event) => {
    const file = input?.files?.[0];
    if (!file) return;
    event.preventDefault();
    check(file, place).catch(() => form.submit());
  });
  // Anywhere on the page: if somebody misses the form, the browser must not open the file.
  for (const name of ['dragover', 'drop'] as const) {
    document.addEventListener(name, (event) => {
      const file = event.dataTransfer?.files[0];
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (name === 'drop' && file) check(file, place).catch(() => handOver(file, input, form));
    });
  }
}

/** What cannot be checked here is sent to the server. */
function handOver(file: File, input: HTMLInputElement | null, form: HTMLFormElement) {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  if (input) input.files = transfer.files;
  form.submit();
}

async function check(file: File, place: HTMLElement) {
  const proof = await prove(file);
  const notice = noticeOf(proof);
  const parts = proof.kind === 'signed' ? [notice, await askRegister(proof)] : [notice];
  place.replaceChildren(...parts);
  place.focus();
  place.scrollIntoView({ block: 'start' });
}

async function prove(file: File): Promise<Proof> {
  const token = await readBadgeFile(new Uint8Array(await file.arrayBuffer()));
  if (!token) return { kind: 'unreadable' };
  const response = await fetch(didDocumentPath);
  if (!response.ok) throw new Error('our keys did not come');
  return proveToken(token, readIssuer(await response.json()));
}

function noticeOf(proof: Proof): Node {
  const template = document.querySelector<HTMLTemplateElement>(
    `template[data-verdict="${proof.kind}"]`,
  );
  const notice = document.importNode(template?.content ?? new DocumentFragment(), true);
  const issuer = notice.querySelector('[data-issuer]');
  if (issuer && 'stated' in proof) issuer.textContent = proof.stated.issuerName;
  return notice;
}

/** The number's own page has the full answer: its content is shown here. */
async function askRegister({ number, issue }: Extract<Proof, { kind: 'signed' }>): Promise<Node> {
  const response = await fetch(`${verifyNumber(showCredentialNumber(number))}?issue=${issue}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const answer = page.querySelector('[data-check], .notice');
  if (!answer) throw new Error('the register did not answer');
  return document.importNode(answer, true);
}

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type Detectors = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

async function offerCamera(button: HTMLButtonElement) {
  const { BarcodeDetector } = window as { BarcodeDetector?: Detectors };
  const camera = document.querySelector<HTMLElement>('[data-camera]');
  const video = camera?.querySelector('video');
  if (!BarcodeDetector || !navigator.mediaDevices || !camera || !video) return;
  if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  const failed = document.querySelector<HTMLElement>('[data-no-camera]');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      if (failed) failed.hidden = true;
      await scan(detector, camera, video);
    } catch {
      camera.hidden = true;
      if (failed) failed.hidden = false;
    }
  });
}

async function scan(detector: Detector, camera: HTMLElement, video: HTMLVideoElement) {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  camera.hidden = false;
  video.srcObject = stream;
  let isOn = true;
  const stop = () => {
    isOn = false;
    for (const track of stream.getTracks()) track.stop();
    camera.hidden = true;
  };
  camera.querySelector('[data-stop-scan]')?.addEventListener('click', stop, { once: true });
  addEventListener('pagehide', stop, { once: true });
  try {
    await video.play();
    while (isOn) {
      for (const { rawValue } of await detector.detect(video)) {
        const read = readCredentialNumber(rawValue);
        if (read.kind !== 'number') continue;
        location.href = verifyNumber(showCredentialNumber(read.number));
        return;
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  } finally {
    stop();
  }
}
