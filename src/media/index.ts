import expire from './media.expire';
import list from './media.list';
import process from './media.process';
import upload from './media.upload';

export default [list, upload, process, expire];
