import { join } from 'node:path';
import type { Files } from '#api/storage/files.ts';
import { createDiskFiles } from './disk.ts';
import { createS3Files, type S3Settings } from './s3.ts';

/** The S3-compatible store if one is configured, otherwise DATA_DIR. */
export function createFiles(config: { dataDir: string; s3: S3Settings | undefined }): Files {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDir, 'files'));
}
