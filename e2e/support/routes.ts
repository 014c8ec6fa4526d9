import { paths, type Path } from '../../apps/member/src/app/routes/paths.ts'

/** Every route with a query that shows it as it is meant to be seen. */
export const samples = Object.fromEntries(
  (Object.keys(paths) as Path[]).map(path => [path, path]),
) as Record<Path, string>
Object.assign(samples, {
  '/gamePage': '/gamePage?dailiD=2',
  '/activityInfo': '/activityInfo?id=1',
  '/zhanzhuye': '/zhanzhuye?type=1',
  '/boutBallBetInfo': '/boutBallBetInfo?type=1',
  '/abouts': '/abouts?type=5',
  '/message': '/message?type=2',
  '/wallet': '/wallet?type=2',
  '/password': '/password?type=1',
} satisfies Partial<Record<Path, string>>)

/** The routes that need a log-in. */
export const guarded = (Object.keys(paths) as Path[]).filter(path => 'login' in paths[path])
export const open = (Object.keys(paths) as Path[]).filter(path => !('login' in paths[path]))
