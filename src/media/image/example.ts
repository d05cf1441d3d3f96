/** A picture of one red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC';

export const exampleImage = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(PNG, 'base64'));
