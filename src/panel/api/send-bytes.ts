/**
 * Sends bytes, and tells how far they are, which `fetch` does not.
 * @param onSent is told how much of them is on its way, from 0 to 1
 * @returns what `fetch` would
 */
export function sendBytes(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: Blob,
  onSent: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
        }),
      );
    });
    request.addEventListener('error', () => reject(new Error('The server cannot be reached.')));
    request.send(bytes);
  });
}
