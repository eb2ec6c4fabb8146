import { z } from 'zod';
import { StartError } from '#database/start-error.ts';

/** Where backups go and how long they are kept. `.env.example` explains each in a line. */
export const backupSettings = {
  BACKUP_STAMP_FILE: z.string().min(1).optional(),
  BACKUP_TO: z
    .string()
    .regex(
      /^(\/|s3:\/\/[a-z\d][a-z\d.-]+(\/[\w.-]+)*\/?$)/,
      'must be the path of a folder, from / on, or s3://bucket/folder',
    )
    .optional(),
  BACKUP_KEY: z.string().min(20, 'must have at least 20 characters').optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'must be numbers of days, weeks and months, such as 7,4,6')
    .default('7,4,6'),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  DATABASE_ARCHIVE: z
    .string()
    .regex(/^\/[^'"%\\\n]+$/, 'must be the path of a folder, from / on')
    .optional(),
};

type Values = z.infer<z.ZodObject<typeof backupSettings>>;

export type BackupConfig = ReturnType<typeof readBackupConfig>;

export function readBackupConfig(values: Values) {
  const s3 = readS3(values);
  if (values.BACKUP_TO?.startsWith('s3:') && !(s3 && values.BACKUP_KEY)) {
    throw new StartError(
      'BACKUP_TO names a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY and BACKUP_KEY as well. The site records there who was erased, and what goes there is always encrypted.',
    );
  }
  const [days = 7, weeks = 4, months = 6] = values.BACKUP_KEEP.split(',').map(Number);
  return {
    stampFile: values.BACKUP_STAMP_FILE,
    to: values.BACKUP_TO,
    key: values.BACKUP_KEY,
    keep: { days, weeks, months },
    s3,
    databaseArchive: values.DATABASE_ARCHIVE,
  };
}

function readS3(values: Values) {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = values;
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID;
  const secretAccessKey = values.BACKUP_S3_SECRET_ACCESS_KEY;
  if (!endpoint && !accessKeyId && !secretAccessKey) return undefined;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new StartError(
      'Backups go to an S3-compatible store only when BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are all set.',
    );
  }
  return { endpoint, region, accessKeyId, secretAccessKey };
}
