import list from './media.list';
import upload from './media.upload';

export default [list, upload];
