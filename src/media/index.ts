import type { Noun } from '../noun';
import accountUploads from './account.uploads';
import accountUploadFile from './account.uploads.file';
import entities from './entities';
import { media } from './image/aggregate';
import { mediaJpeg } from './image/jpeg-table';
import { mediaVariant } from './image/table';
import { mediaWork } from './image/work';
import discard from './media.discard';
import expire from './media.expire';
import list from './media.list';
import process from './media.process';
import upload from './media.upload';
import { refusals } from './refusals';
import { upload as uploadTable } from './upload/table';

export default {
  capabilities: [list, upload, process, expire],
  account: [accountUploads, accountUploadFile, discard],
  entities,
  tables: [media, mediaVariant, mediaJpeg, uploadTable],
  works: [mediaWork],
  refusals,
} satisfies Noun;
