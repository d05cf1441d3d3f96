import type { AnsweredFile } from '../api/client';

const KEPT_MS = 10 * 60_000;

/**
 * Has the browser show a PDF in a tab of its own; one that opens no tab saves it. The file is named a PDF, whatever it is: it never
 * becomes a page of this origin.
 * @param meanwhile text of the tab until the file is there
 */
export async function openPdf(fetchIt: () => Promise<AnsweredFile>, meanwhile: string): Promise<void> {
  // At once: a browser lets no tab be opened long after the press.
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = meanwhile;
    tab.document.body.textContent = meanwhile;
  }
  try {
    const { name, bytes } = await fetchIt();
    const url = URL.createObjectURL(new File([bytes], name, { type: 'application/pdf' }));
    if (tab && !tab.closed) tab.location.replace(url);
    else saveFrom(url, name);
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
