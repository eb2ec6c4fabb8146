import type { openTestApi } from './test-api.ts';

type TestApi = Pick<Awaited<ReturnType<typeof openTestApi>>, 'actors' | 'asAdmin'>;
type Limits = { public?: boolean; fileSizeLimit?: number | string; allowedMimeTypes?: string[] };

/** Creates buckets as the service does, each under a name of its own. */
export function testBuckets({ actors, asAdmin }: TestApi) {
  return {
    async make({ public: isPublic = false, ...limits }: Limits = {}): Promise<string> {
      const id = `bucket-${crypto.randomUUID().slice(0, 8)}`;
      const { error } = await actors.staff.client.storage.createBucket(id, {
        public: isPublic,
        ...limits,
      });
      if (error) throw error;
      return id;
    },
    /** A policy on storage.objects: who, what, and for which rows. */
    allow: (role: 'anon' | 'authenticated', verb: string, rows: string) =>
      asAdmin((client) =>
        client.query(
          `create policy "${crypto.randomUUID()}" on storage.objects for ${verb} to ${role}
            ${verb === 'insert' ? 'with check' : 'using'} (${rows})`,
        ),
      ),
  };
}
