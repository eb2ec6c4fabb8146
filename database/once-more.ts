/** In a deadlock PostgreSQL undoes one of the two, which then repeats its work after the other. */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '40P01') return work();
    throw error;
  }
}
