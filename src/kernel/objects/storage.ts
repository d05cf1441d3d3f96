import path from 'node:path';
import { BoundedObjects } from './bounded-objects';
import { FileObjects } from './file-objects';
import type { Objects } from './objects';
import { S3Objects } from './s3-objects';

/** Settings of where bytes are kept. */
export interface StorageSettings {
  readonly dataFolder: string;
  readonly s3Bucket: string;
  readonly s3Endpoint: string;
  readonly s3Region: string;
  readonly s3PathStyle: boolean;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
}

/** The folder of bytes in a data folder. */
export const objectsFolder = ({ dataFolder }: Pick<StorageSettings, 'dataFolder'>): string =>
  path.join(dataFolder, 'objects');

/** A bucket where the settings state one, else the folder, which may hang; of a bucket each request can be called off. */
export function storageOf(settings: StorageSettings): Objects {
  const { s3Bucket: bucket, s3Endpoint: endpoint, s3Region: region, s3PathStyle: pathStyle } = settings;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings;
  if (bucket === '') return new BoundedObjects(new FileObjects(objectsFolder(settings)));
  const credentials = accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey };
  return new S3Objects({ bucket, endpoint, region, pathStyle, credentials });
}
