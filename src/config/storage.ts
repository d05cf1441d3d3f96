import { ConfigError, flag, integer, sealed, setting, text, url } from '../kernel/declaration/setting';
import { orEmpty } from './readers';

/** Settings of the media files that a store may have, and of the bucket for the bytes of uploads and pictures. */
export const storage = {
  mediaFilesMax: setting('TEZGAH_MEDIA_FILES', '50000', 'Media files that a store may have.', integer(1, 100_000_000)),
  mediaMibMax: setting(
    'TEZGAH_MEDIA_MIB',
    '20480',
    'MiB that the media files of a store may have together, as they were brought; what is drawn of them comes on top.',
    integer(1, 1_000_000_000),
  ),
  s3Bucket: setting(
    'TEZGAH_S3_BUCKET',
    '',
    'Bucket of S3, or of what speaks like it, for the bytes of uploads and pictures; empty: `objects` in TEZGAH_DATA.',
    (raw) => {
      if (raw !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(raw))
        throw new ConfigError('must be the name of a bucket');
      return raw;
    },
  ),
  s3Endpoint: setting(
    'TEZGAH_S3_ENDPOINT',
    '',
    'Where the bucket is, e.g. `https://s3.example.com`; empty: Amazon.',
    orEmpty(url('http:', 'https:')),
  ),
  s3Region: setting('TEZGAH_S3_REGION', 'us-east-1', 'Region of the bucket; storages that have none take any.', text),
  s3PathStyle: setting(
    'TEZGAH_S3_PATH_STYLE',
    '0',
    '1: the bucket stands in the path of addresses, and not in the name of the host.',
    flag,
  ),
  s3AccessKeyId: setting(
    'TEZGAH_S3_ACCESS_KEY_ID',
    '',
    'With TEZGAH_S3_SECRET_ACCESS_KEY who asks the bucket; empty: as Amazon’s own programs find it, e.g. by the role of the machine.',
    text,
  ),
  s3SecretAccessKey: sealed(
    setting('TEZGAH_S3_SECRET_ACCESS_KEY', '', 'The secret that belongs to TEZGAH_S3_ACCESS_KEY_ID.', text),
  ),
};
