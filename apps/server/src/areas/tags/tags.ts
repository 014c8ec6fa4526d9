// The front of tags and the watch list: all that other areas may import. It imports no other area,
// so that lists, reviews and segments can ask.
export { seedMarks } from './demo.ts'
export { isTag, membersOfTag, tagNames, tagsOf, type MemberTag } from './store/tags.sql.ts'
export { isWatched, watchOf } from './store/watch.sql.ts'
