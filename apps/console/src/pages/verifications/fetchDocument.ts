import { fetchFile } from '../../parts/files/fetchFile.ts'

/** One document of a case; each look is in the audit log. */
export const documentPath = (id: number) => `/api/console/verifications/document/${id}`

export const fetchDocument = (id: number, signal?: AbortSignal) =>
  fetchFile(documentPath(id), signal)
