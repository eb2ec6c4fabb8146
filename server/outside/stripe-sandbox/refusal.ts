/** An error response in Stripe's own format. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; message: string; param?: string } };

  constructor(status: number, type: string, message: string, code?: string, param?: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, code, message, param } };
  }
}

export function refuse(status: number, code: string, message: string, param?: string): never {
  throw new Refusal(status, 'invalid_request_error', message, code, param);
}

export function refuseMissing(kind: string, id: string): never {
  return refuse(404, 'resource_missing', `No such ${kind}: '${id}'`, 'id');
}
