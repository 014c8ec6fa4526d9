import { fetchSealed } from '../../parts/files/fetchSealed.ts'

/** One document of a case. */
export const fetchDocument = (id: number, signal?: AbortSignal): Promise<Blob> =>
  fetchSealed(`/api/console/verifications/document/${id}`, signal)
