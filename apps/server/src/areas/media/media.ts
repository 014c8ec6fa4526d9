// The front of the library of pictures: all that other areas may import.
export { addPicture } from './add.ts'
export { drawn } from './draw.ts'
export { holdPictures } from './hold.ts'
export { serveMedia } from './route.ts'
