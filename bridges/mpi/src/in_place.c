#include <mpi.h>

/* A macro in the header, and another value in each library. */
void *const shapecheck_mpi_in_place = MPI_IN_PLACE;
