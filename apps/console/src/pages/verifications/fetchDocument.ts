import { fetchFile } from '../../parts/files/fetchFile.ts'

/** One document of a case; the look is in the audit log. */
export const fetchDocument = (id: number, signal?: AbortSignal) =>
  fetchFile(`/api/console/verifications/document/${id}`, signal)
